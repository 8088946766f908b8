import { randomBytes } from 'node:crypto';
import type { Contract } from '../../shared/api/contract.ts';
import { isLock } from '../aws/cognito.ts';
import { sign, verify } from '../aws/secrets.ts';
import { deviceFrom } from '../http/cookies.ts';
import type { RequestContext } from '../http/request.ts';
import { readSessionVersion } from '../table/sessions.ts';
import { tooMany } from '../table/throttles.ts';
import { type AttemptKind, acceptAttempt, type Caller, returnAttempt, takeAttempt } from './attempts.ts';

/** Longest Cognito lock that unrecognized browsers alone can cause. */
const lockMs = 1_000;

/**
 * Runs one check of a password or code, which returns undefined for a wrong one. It counts as wrong unless it
 * is right, or nothing was checked. During Cognito's own lock, unrecognized browsers get the response to a
 * wrong password.
 */
export async function attempt<T>(
  kind: AttemptKind,
  caller: Caller,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  await takeAttempt(kind, caller);
  let right: T | undefined;
  try {
    right = await check();
  } catch (error) {
    const isLocked = isLock(error);
    if (isLocked && caller.own === undefined) return undefined;
    await returnAttempt(kind, caller);
    throw isLocked ? tooMany(lockMs) : error;
  }
  if (right !== undefined) await acceptAttempt(kind, caller);
  return right;
}

// An account trusts a browser that logged in, or used a mailed link. The browser keeps a cookie with a signed
// id for each account. Nothing is stored.

/** Accounts in the cookie of one browser. */
const maxAccounts = 3;
const separator = '~';

interface Account {
  readonly username: string;
  readonly sessionVersion: string | undefined;
}

const signedText = ({ username, sessionVersion = '' }: Account, id: string) =>
  `${id} ${username} ${sessionVersion}`;

/** The id in the entry of a cookie; undefined unless we signed it for this account in this version. */
async function idIn(entry: string, account: Account): Promise<string | undefined> {
  const [id = '', signature = ''] = entry.split('.');
  return (await verify('browser', signedText(account, id), signature)) ? id : undefined;
}

const entriesOf = (cookie: string | undefined): readonly string[] =>
  (cookie ?? '').split(separator).slice(0, maxAccounts);

/** The value of the cookie of a browser that the account trusts from now on. */
export async function trustedIn(before: string | undefined, account: Account): Promise<string> {
  const id = randomBytes(16).toString('base64url');
  const entry = `${id}.${await sign('browser', signedText(account, id))}`;
  const others: string[] = [];
  for (const each of entriesOf(before))
    if (each !== '' && (await idIn(each, account)) === undefined) others.push(each);
  return [entry, ...others].slice(0, maxAccounts).join(separator);
}

/** The caller: a browser that is trusted by the account, or an unrecognized one. */
export async function callerOf(
  username: string,
  { viewer: { network }, cookies }: Pick<RequestContext<Contract>, 'viewer' | 'cookies'>,
): Promise<Caller & Account> {
  const account = { username, sessionVersion: await readSessionVersion(username) };
  const ids = await Promise.all(entriesOf(deviceFrom(cookies)).map((entry) => idIn(entry, account)));
  const id = ids.find((each) => each !== undefined);
  return { ...account, network, own: id === undefined ? undefined : `device ${id}` };
}
