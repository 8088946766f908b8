import { randomBytes } from 'node:crypto';
import type * as z from 'zod/mini';
import { beingDeletedMessage, logInAgainMessage } from '../../shared/api/messages.ts';
import { pseudonym } from '../aws/secrets.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type AuditEvent, auditEntry, recordEvent } from './audit-log.ts';
import { absent, exists, same, set } from './expression.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { writeThrough } from './retry.ts';
import {
  del,
  failedConditions,
  isUpdated,
  put,
  read,
  readItem,
  transact,
  type Write,
  writes,
} from './table.ts';
import { hashOf, newId } from './tokens.ts';

const idleTimeoutMs = 30 * 60_000;
const maxSessionMs = 12 * 3_600_000;
const touchIntervalMs = 60_000;

export const sessionSeconds = seconds(maxSessionMs);

type StoredSession = z.output<typeof items.session>;

/** Returns when and why a session ends: idle for too long, or its absolute end. */
export function endOf({ last_seen, ends }: Pick<StoredSession, 'last_seen' | 'ends'>) {
  const idleAt = last_seen + idleTimeoutMs;
  const at = Math.min(ends, idleAt);
  return { at, reason: at === idleAt ? ('idle' as const) : ('twelve-hours' as const) };
}

interface NewSession {
  readonly sub: ApplicantId;
  readonly username: string;
  /** True if this browser is trusted by the account. */
  readonly isTrusted: boolean;
  /** The host of the site, for links in later mails. */
  readonly host: string;
  /** The account's session version at the start of the log-in. */
  readonly sessionVersion: string | undefined;
}

/**
 * Opens a session, records the log-in, and returns the id for the cookie. Only the id's hash is stored, in
 * the session and in the applicant's list of sessions. Rejects a log-in that started before all sessions were
 * ended.
 */
export async function openSession(session: NewSession): Promise<string> {
  const { sub, username, isTrusted, host } = session;
  const id = newId();
  const hash = hashOf(id);
  const at = new Date(now()).toISOString();
  const expires_at = seconds(now() + maxSessionMs);
  const Items = [
    { ...keys.session(hash), sub, username, last_seen: now(), ends: now() + maxSessionMs, expires_at },
    { pk: keys.sessionsOf(sub), sk: hash, expires_at },
    { pk: keys.application(sub), sk: parts.logIn(`${at}#${hash.slice(0, 8)}`), at, username, host },
  ];
  const entry = await auditEntry(sub, 'log-in', { names: isTrusted ? [] : ['new-browser'] });
  await writeForLogIn(session, [...Items.map((item) => writes.put(item)), entry]);
  return id;
}

type LogIn = Pick<NewSession, 'sub' | 'username' | 'sessionVersion'>;

/**
 * Writes a log-in in one transaction. Fails if the applicant's data is being deleted, or if all
 * sessions ended since the log-in started: the checked password may be the old one.
 */
async function writeForLogIn(
  { sub, username, sessionVersion }: LogIn,
  logIn: readonly Write[],
): Promise<void> {
  const isKept = writes.check(keys.erasure(sub), absent);
  try {
    await transact([isKept, await inSessionVersion(username, sessionVersion), ...logIn]);
  } catch (error) {
    const failed = failedConditions(error);
    if (failed === undefined) throw error;
    const again = { details: { again: true } }; // a page that asked for a code asks for the password
    if (failed.includes(0)) throw new ApiError('invalid', beingDeletedMessage, again);
    await recordEvent(sub, 'log-in-refused');
    throw new ApiError('invalid', logInAgainMessage, again);
  }
}

interface Session {
  readonly sub: ApplicantId;
  readonly username: string;
  /** Its end; undefined while it is open. */
  readonly over?: SessionEnd | undefined;
}

interface SessionEnd {
  readonly reason: 'idle' | 'twelve-hours';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly hash: string;
}

/**
 * Finds the session of a cookie. It has ended if it was idle for too long or reached its absolute end. Both
 * times are compared, because DynamoDB deletes expired items late.
 */
export async function findSession(id: string): Promise<Session | undefined> {
  const hash = hashOf(id);
  const key = keys.session(hash);
  const item = await read(key);
  if (item === undefined || isRenewal(item)) return undefined;
  const stored = items.session.parse(item);
  const { sub, username } = stored;
  const end = endOf(stored);
  if (now() > end.at) return { sub, username, over: { ...end, hash } };
  // A session that was ended in the meantime stays ended.
  if (now() > stored.last_seen + touchIntervalMs)
    await isUpdated(key, set({ last_seen: now() }), { if: exists });
  return { sub, username };
}

const isRenewal = (item: object): boolean => items.renewedSession.safeParse(item).success;

/**
 * True for the old id of a session that was renewed within the last minute: this call was in progress with
 * the old cookie.
 */
export async function isRenewedSession(id: string): Promise<boolean> {
  const renewal = items.renewedSession.safeParse(await read(keys.session(hashOf(id))));
  return renewal.success && renewal.data.renewed_until > now();
}

/** Records that a session has ended, when its cookie is used again. Concurrent calls record it only once. */
export async function recordSessionOver(sub: ApplicantId, { reason, at, hash }: SessionEnd): Promise<void> {
  const { Put } = await auditEntry(sub, 'session-over', { names: [reason], at, id: hash.slice(0, 8) });
  await put(Put.Item, { in: Put.TableName, if: absent });
}

/** Ends the session of an applicant who logs out. */
export const logOut = (id: string, sub: ApplicantId): Promise<void> =>
  revokeSession(hashOf(id), sub, 'log-out');

/** Ends the previous session of a browser after a log-in, even another applicant's. */
export async function logOutBefore(id: string): Promise<void> {
  const before = await findSession(id);
  if (before !== undefined) await revokeSession(hashOf(id), before.sub, 'session-replaced');
}

/** Ends a session by the hash of its id. */
async function revokeSession(hash: string, sub: ApplicantId, event: AuditEvent): Promise<void> {
  await Promise.all([recordEvent(sub, event), deleteSession(hash, sub)]);
}

/**
 * Deletes a session, and its list entry last: `revokeAllSessions` and deletions find open sessions through
 * the list.
 */
export async function deleteSession(hash: string, sub: ApplicantId): Promise<void> {
  for (const key of [keys.session(hash), { pk: keys.sessionsOf(sub), sk: hash }])
    await writeThrough(() => del(key));
}

// Each revocation of all sessions, such as by a new password, renews the account's session version. Trusted
// browsers and mailed links are signed with the version, so they end then too. So does a log-in in progress:
// it opens a session only if the version is still the one from before its password check. The item is named
// by the address, because only the address is known then. It does not expire: an earlier signature would be
// valid again. Its partition is stored as EPOCH#.

export const sessionVersionKey = async (username: string) =>
  keys.sessionVersion(await pseudonym(`session version ${username}`));

/** Returns the session version of an account; undefined if its sessions were never revoked. */
export async function readSessionVersion(username: string): Promise<string | undefined> {
  const found = await readItem(await sessionVersionKey(username), items.sessionVersion);
  return found?.sessionVersion;
}

export async function renewSessionVersion(username: string): Promise<void> {
  const sessionVersion = randomBytes(12).toString('base64url');
  const item = { ...(await sessionVersionKey(username)), sessionVersion };
  await writeThrough(() => put(item));
}

/** Returns the condition of a transaction that fails if the version was renewed. */
const inSessionVersion = async (username: string, sessionVersion: string | undefined) =>
  writes.check(
    await sessionVersionKey(username),
    sessionVersion === undefined ? absent : same({ sessionVersion }),
  );
