import { randomBytes } from 'node:crypto';
import { pseudonym } from '../aws/secrets.ts';
import { now, seconds } from '../runtime/clock.ts';
import { absent, expression } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { writeThrough } from './retry.ts';
import { put, readItem, writes } from './table.ts';

// A log-in takes a while: the user pool checks the password, and then its response waits
// (runtime/constant-time.ts). In that time all sessions of the account may be revoked, for instance by a new
// password. The session that such a log-in opens is in no list yet, so nothing would revoke it. Therefore
// each revocation of all sessions renews the account's session version, and a log-in opens a session only if
// the version is the one it read at its start. The item is named by the address, because only the address is
// known before the user pool responds. Its partition is stored as EPOCH#.

/** A log-in takes seconds. */
const lifetimeSeconds = 24 * 3600;

const keyOf = async (username: string) => keys.sessionVersion(await pseudonym(`session version ${username}`));

/**
 * Returns the session version of an account; undefined if no revocation happened for a day. Read it before
 * the password check.
 */
export async function readSessionVersion(username: string): Promise<string | undefined> {
  const found = await readItem(await keyOf(username), items.sessionVersion);
  return found?.sessionVersion;
}

/** From now on, log-ins that started earlier open no session. */
export async function renewSessionVersion(username: string): Promise<void> {
  const item = {
    ...(await keyOf(username)),
    sessionVersion: randomBytes(12).toString('base64url'),
    expires_at: seconds(now()) + lifetimeSeconds,
  };
  await writeThrough(() => put(item));
}

/**
 * Returns the condition of a transaction that fails if the version was renewed. An expired version was
 * followed by no other.
 */
export const inSessionVersion = async (username: string, sessionVersion: string | undefined) =>
  writes.check(
    await keyOf(username),
    sessionVersion === undefined ? absent : expression`${absent} OR sessionVersion = ${sessionVersion}`,
  );
