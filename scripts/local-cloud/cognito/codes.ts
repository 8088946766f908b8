import { randomInt } from 'node:crypto';
import { ServiceError } from '../http.ts';
import type { Code, User, Users } from './users.ts';

export type CodeKind = keyof User['codes'];

/** A code to confirm an address is valid for a day, one to reset a password for an hour. */
const life: Readonly<Record<CodeKind, number>> = { signUp: 24 * 3_600_000, reset: 3_600_000 };
const maxTries = 5;

export const makeCode = (kind: CodeKind): Code => ({
  code: String(randomInt(1_000_000)).padStart(6, '0'),
  expires: Date.now() + life[kind],
  tries: 0,
});

export const expired = () =>
  new ServiceError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

/** Uses a code. Counts the attempt first, and returns the user without the code if it was right. */
export function redeemCode(users: Users, user: User, kind: CodeKind, given: unknown): User {
  const code = user.codes[kind];
  if (code === undefined || code.expires < Date.now()) throw expired();
  if (code.tries >= maxTries) {
    throw new ServiceError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  }
  const tried = users.save({ ...user, codes: { ...user.codes, [kind]: { ...code, tries: code.tries + 1 } } });
  if (code.code !== given) {
    throw new ServiceError('CodeMismatchException', 'Invalid verification code provided, please try again.');
  }
  return { ...tried, codes: { ...user.codes, [kind]: undefined } };
}
