import { timingSafeEqual } from 'node:crypto';
import { pseudonym } from '../aws/secrets.ts';
import { now } from '../runtime/clock.ts';

// Cognito's reset code has six digits and allows few tries, from any caller. Mailed links therefore add a
// ticket to the code. Calls without a valid ticket never reach Cognito: unrecognized browsers can neither
// guess a code nor use up its tries.

/** Same as the lifetime of Cognito's code. */
const lifetimeMs = 3_600_000;

/** 128 bits in hexadecimal: some mail programs cut off a link at a trailing dash or underscore. */
const signatureLength = 32;

const signed = async (time: string, username: string) =>
  Buffer.from(await pseudonym(`reset ${time} ${username}`), 'base64url')
    .toString('hex')
    .slice(0, signatureLength);

/** Creates a ticket for one mailed link. It reveals only its time. */
export async function createResetTicket(username: string): Promise<string> {
  const time = now().toString(36);
  return `${time}.${await signed(time, username)}`;
}

interface ResetLink {
  readonly code: string;
  readonly ticket: string;
}

/** Returns the parts of a link's id; undefined unless we mailed it to this address within the last hour. */
export async function openResetLink(id: string, username: string): Promise<ResetLink | undefined> {
  const [code = '', time = '', signature = ''] = id.split('.');
  const [given, right] = [Buffer.from(signature), Buffer.from(await signed(time, username))];
  const isOurs = given.length === right.length && timingSafeEqual(given, right);
  const isFresh = now() - Number.parseInt(time, 36) <= lifetimeMs;
  return isOurs && isFresh ? { code, ticket: `${time}.${signature}` } : undefined;
}
