import { createHash, randomBytes } from 'node:crypto';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { journalEntry } from './change.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import type { Operator } from './service-tokens.ts';
import { isConditionFailure, TableName, table } from './table.ts';

/** Milliseconds. */
const idle = 30 * 60_000;
const absolute = 12 * 3_600_000;
const touchEvery = 60_000;

export const sessionSeconds = seconds(absolute);

const hashOf = (id: string) => createHash('sha256').update(id).digest('hex');

/**
 * Opens a session, records the log-in, and returns the id for the cookie. Only the id's hash is stored, in the session
 * and in the applicant's list of sessions.
 */
export async function openSession(sub: ApplicantId, username: string): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  const hash = hashOf(id);
  const at = new Date(now()).toISOString();
  const expires_at = seconds(now() + absolute);
  const Items = [
    { ...keys.session(hash), sub, username, last_seen: now(), ends: now() + absolute, expires_at },
    { pk: keys.sessionsOf(sub), sk: hash, expires_at },
    { pk: keys.application(sub), sk: parts.logIn(`${at}#${hash.slice(0, 8)}`), at, username },
    journalEntry(sub, 'log-in', []),
  ];
  await table.send(
    new TransactWriteCommand({ TransactItems: Items.map((Item) => ({ Put: { TableName, Item } })) }),
  );
  return id;
}

/**
 * The applicant of a session that is neither idle for too long nor at its end. Both are compared, because time to live
 * removes items late.
 */
export async function findSession(id: string): Promise<{ sub: ApplicantId; username: string } | undefined> {
  const Key = keys.session(hashOf(id));
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  if (Item === undefined) return undefined;
  const { sub, username, last_seen, ends } = items.session.parse(Item);
  if (now() > ends || now() > last_seen + idle) return undefined;
  if (now() > last_seen + touchEvery) await touch(Key);
  return { sub, username };
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

export async function endSession(id: string, sub: ApplicantId): Promise<void> {
  const hash = hashOf(id);
  await Promise.all([
    table.send(new DeleteCommand({ TableName, Key: keys.session(hash) })),
    table.send(new DeleteCommand({ TableName, Key: { pk: keys.sessionsOf(sub), sk: hash } })),
  ]);
}

/** Ends every session of an applicant and returns their number. A changed password logs out everybody else. */
export async function endAllSessions(sub: ApplicantId): Promise<number> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.sessionsOf(sub) },
      ConsistentRead: true,
    }),
  );
  const Keys = Items.flatMap(({ sk }) => [
    keys.session(String(sk)),
    { pk: keys.sessionsOf(sub), sk: String(sk) },
  ]);
  for (const Key of Keys) await table.send(new DeleteCommand({ TableName, Key }));
  return Items.length;
}

/** The same for an operator, with a journal entry before any session ends. */
export async function endSessionsByOperator(sub: ApplicantId, operator: Operator): Promise<number> {
  const Item = { ...journalEntry(sub, 'sessions-ended', []), ...operator };
  await table.send(new PutCommand({ TableName, Item }));
  return endAllSessions(sub);
}
