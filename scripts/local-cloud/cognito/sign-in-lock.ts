import { ServiceError } from '../http.ts';
import type { User, Users } from './users.ts';

// Wrong passwords lock a user for a while. Attempts during a lock do not extend it:
// https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html#authentication-flow-lockout-behavior
// AWS documents two resets of the count: a sign-in, and 15 minutes without any attempt. A new password does
// not reset it.

const freeFailures = 5;
const quarterHour = 15 * 60_000;

/** The failures that count now. */
const recent = ({ failures: { count, last, tried = last } }: User, now: number): number =>
  tried + quarterHour <= now ? 0 : count;

/** 2^(n-5) seconds after n failures, and no longer than a quarter of an hour. */
const lockAfter = (count: number) =>
  count < freeFailures ? 0 : Math.min(1000 * 2 ** (count - freeFailures), quarterHour);

/** Locks a user after too many wrong passwords. */
export class SignInLock {
  readonly #users: Users;

  constructor(users: Users) {
    this.#users = users;
  }

  /** Throws while the user is locked, for right and wrong credentials. */
  refuseLocked(user: User): void {
    const now = Date.now();
    const count = recent(user, now);
    const passed = now - user.failures.last; // negative if the clock was set back: then there is no lock
    if (passed < 0 || passed >= lockAfter(count)) return;
    this.#users.save({ ...user, failures: { ...user.failures, tried: now } });
    throw new ServiceError('NotAuthorizedException', 'Password attempts exceeded');
  }

  fail(user: User): void {
    const now = Date.now();
    this.#users.save({ ...user, failures: { count: recent(user, now) + 1, last: now } });
  }
}
