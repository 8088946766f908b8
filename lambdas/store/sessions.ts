import { createHash, randomBytes } from 'node:crypto';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import { beingDeletedMessage, invalidSessionMessage, logInAgainMessage } from '../../shared/api/messages.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { journalEntry, type Operator, recordEvent } from './journal.ts';
import { keys, parts } from './keys.ts';
import { retryUntilDone } from './retry.ts';
import { endSecondSteps } from './second-steps.ts';
import { beginSessionEpoch, inSessionEpoch } from './session-epoch.ts';
import { failedConditions, isConditionFailure, queryPartition, TableName, table } from './table.ts';

/** Milliseconds. */
const idle = 30 * 60_000;
const absolute = 12 * 3_600_000;
const touchEvery = 60_000;

export const sessionSeconds = seconds(absolute);

export const hashOf = (id: string) => createHash('sha256').update(id).digest('hex');

type StoredSession = z.output<typeof items.session>;

export const beginOf = ({ ends }: Pick<StoredSession, 'ends'>): number => ends - absolute;

/** When and why a session is over: it was idle for too long, or has reached its end. */
export function endOf({ last_seen, ends }: Pick<StoredSession, 'last_seen' | 'ends'>) {
  const idleAt = last_seen + idle;
  const at = Math.min(ends, idleAt);
  return { at, reason: at === idleAt ? ('idle' as const) : ('twelve-hours' as const) };
}

interface NewSession {
  readonly sub: ApplicantId;
  readonly username: string;
  /** The browser, in words. */
  readonly browser: string;
  /** Whether the account knows this browser. */
  readonly isKnown: boolean;
  /** The host of the site, which later mails name. */
  readonly host: string;
  /** The epoch of the account's sessions in which the log-in began. */
  readonly epoch: string | undefined;
}

/**
 * Opens a session, records the log-in, and returns the id for the cookie. Only the id's hash is stored, in the session
 * and in the applicant's list of sessions. Refuses a log-in that began before all sessions were ended.
 */
export async function openSession(session: NewSession): Promise<string> {
  const { sub, username, browser, isKnown, host } = session;
  const id = randomBytes(32).toString('base64url');
  const hash = hashOf(id);
  const at = new Date(now()).toISOString();
  const expires_at = seconds(now() + absolute);
  const Items = [
    { ...keys.session(hash), sub, username, last_seen: now(), ends: now() + absolute, expires_at },
    { pk: keys.sessionsOf(sub), sk: hash, browser, expires_at },
    { pk: keys.application(sub), sk: parts.logIn(`${at}#${hash.slice(0, 8)}`), at, username, host },
    await journalEntry(sub, 'log-in', { names: isKnown ? [] : ['new-browser'] }),
  ];
  await putForLogIn(session, Items);
  return id;
}

type LogIn = Pick<NewSession, 'sub' | 'username' | 'epoch'>;

/**
 * Puts what a log-in needs, in one transaction: unless everything about the applicant is being erased, or all sessions were ended
 * since the log-in began, because the password that was checked may be the old one.
 */
async function putForLogIn(
  { sub, username, epoch }: LogIn,
  Items: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const isKept = { TableName, Key: keys.erasure(sub), ConditionExpression: 'attribute_not_exists(pk)' };
  const TransactItems = [
    { ConditionCheck: isKept },
    await inSessionEpoch(username, epoch),
    ...Items.map((Item) => ({ Put: { TableName, Item } })),
  ];
  try {
    await table.send(new TransactWriteCommand({ TransactItems }));
  } catch (error) {
    const failed = failedConditions(error);
    if (failed === undefined) throw error;
    if (failed.includes(0)) throw new ApiError('invalid', beingDeletedMessage);
    await recordEvent(sub, 'log-in-refused');
    throw new ApiError('invalid', logInAgainMessage);
  }
}

/** A session's id for its cookie, and how long the cookie lives. */
export interface SessionCookie {
  readonly id: string;
  readonly secondsLeft: number;
}

/**
 * Goes on with a session under a new id, and under a new address if there is one. It ends when it would have ended, and the old id
 * opens nothing anymore. Rejects a session that was ended meanwhile.
 */
export async function replaceSession(
  before: string,
  sub: ApplicantId,
  username?: string,
): Promise<SessionCookie> {
  const read = (Key: Record<string, string>) =>
    table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const [{ Item }, { Item: listed }] = await Promise.all([
    read(keys.session(hashOf(before))),
    read({ pk: keys.sessionsOf(sub), sk: hashOf(before) }),
  ]);
  const ended = () => new ApiError('unauthenticated', invalidSessionMessage);
  if (Item === undefined) throw ended();
  const { ends } = items.session.parse(Item);
  const id = randomBytes(32).toString('base64url');
  const hash = hashOf(id);
  const expires_at = seconds(ends);
  const Items = [
    { ...Item, ...(username !== undefined && { username }), ...keys.session(hash), last_seen: now() },
    { ...listed, pk: keys.sessionsOf(sub), sk: hash, expires_at },
  ];
  const isOpen = {
    TableName,
    Key: keys.session(hashOf(before)),
    ConditionExpression: 'attribute_exists(pk)',
  };
  const TransactItems = [
    { Delete: isOpen },
    { Delete: { TableName, Key: { pk: keys.sessionsOf(sub), sk: hashOf(before) } } },
    ...Items.map((each) => ({ Put: { TableName, Item: each } })),
  ];
  const write = () => table.send(new TransactWriteCommand({ TransactItems }));
  const failed = await retryUntilDone<readonly number[]>(() => write().then(() => [], failedConditions));
  if (failed === undefined) throw new Error('Other calls of the session left no room to renew it.');
  if (failed.length > 0) throw ended();
  return { id, secondsLeft: Math.max(0, expires_at - seconds(now())) };
}

interface Session {
  readonly sub: ApplicantId;
  readonly username: string;
  /** How it ended; undefined while it is open. */
  readonly over?: SessionEnd | undefined;
}

interface SessionEnd {
  readonly reason: 'idle' | 'twelve-hours';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly hash: string;
}

/**
 * The session of a cookie. It is over when it was idle for too long or has reached its end. Both are compared, because
 * time to live removes items late.
 */
export async function findSession(id: string): Promise<Session | undefined> {
  const hash = hashOf(id);
  const Key = keys.session(hash);
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  if (Item === undefined) return undefined;
  const stored = items.session.parse(Item);
  const { sub, username } = stored;
  const end = endOf(stored);
  if (now() > end.at) return { sub, username, over: { ...end, hash } };
  if (now() > stored.last_seen + touchEvery) await touch(Key);
  return { sub, username };
}

/** Records that a session is over, when its cookie is used again: once, however many calls notice it. */
export async function recordSessionOver(sub: ApplicantId, { reason, at, hash }: SessionEnd): Promise<void> {
  const Item = await journalEntry(sub, 'session-over', { names: [reason], at, id: hash.slice(0, 8) });
  const put = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' });
  await table.send(put).catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error;
  });
}

/** A session that was ended meanwhile stays ended. */
async function touch(Key: Record<string, string>): Promise<void> {
  const update = new UpdateCommand({
    TableName,
    Key,
    UpdateExpression: 'SET last_seen = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': now() },
  });
  await table.send(update).catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error;
  });
}

/** Ends one session: its applicant logs out, or logs in again. */
export const endSession = (
  id: string,
  sub: ApplicantId,
  event: 'log-out' | 'session-replaced',
): Promise<void> => endSessionOf(hashOf(id), sub, event);

/** The same, by the hash of its id. */
export async function endSessionOf(hash: string, sub: ApplicantId, event: string): Promise<void> {
  await Promise.all([recordEvent(sub, event), deleteSession(hash, sub)]);
}

/** Its entry in the list goes last: without it nobody who ends all sessions, or erases everything, finds one that is still open. */
async function deleteSession(hash: string, sub: ApplicantId): Promise<void> {
  for (const Key of [keys.session(hash), { pk: keys.sessionsOf(sub), sk: hash }])
    await table.send(new DeleteCommand({ TableName, Key }));
}

/** Whose sessions they are, and the address that log-ins name. */
export interface SessionOwner {
  readonly sub: ApplicantId;
  readonly username: string;
}

interface EndOfAll {
  /** Who ends them, if it is not the applicant. */
  readonly operator?: Operator;
  /** The id of the session that goes on. */
  readonly except?: string;
}

/**
 * Ends every session of an applicant, and every log-in that is on its way or waits for a second factor. Returns the number of sessions,
 * with a journal entry before any of them ends. A changed password logs out everybody else.
 */
export async function endAllSessions(
  { sub, username }: SessionOwner,
  reason: 'new-password' | 'new-address' | 'several-sign-ups' | 'second-factor' | 'applicant' | 'operator',
  { operator, except }: EndOfAll = {},
): Promise<number> {
  await recordEvent(sub, 'sessions-ended', { names: [reason], ...operator });
  await beginSessionEpoch(username);
  await endSecondSteps(sub);
  const listed = await queryPartition(keys.sessionsOf(sub));
  const kept = except === undefined ? undefined : hashOf(except);
  const hashes = listed.map(({ sk }) => String(sk)).filter((hash) => hash !== kept);
  for (const hash of hashes) await deleteSession(hash, sub);
  return hashes.length;
}
