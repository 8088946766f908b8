import { randomBytes } from 'node:crypto';
import { pseudonym } from '../aws/secrets.ts';
import { absent, same } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { writeThrough } from './retry.ts';
import { put, readItem, writes } from './table.ts';

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
export const inSessionVersion = async (username: string, sessionVersion: string | undefined) =>
  writes.check(
    await sessionVersionKey(username),
    sessionVersion === undefined ? absent : same({ sessionVersion }),
  );
