import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { RecentCount } from './items.ts';

interface Limit {
  readonly max: number;
  readonly windowMs: number;
  /** The error message after too many. */
  readonly message: string;
}

/** Counts one more of an applicant's actions, or rejects it after too many within a period. */
export function countOneMore(before: RecentCount | undefined, limit: Limit): RecentCount {
  const { max, windowMs, message } = limit;
  const current = before && now() < before.since + windowMs ? before : { since: now(), count: 0 };
  if (current.count < max) return { ...current, count: current.count + 1 };
  const retryAfter = Math.ceil((current.since + windowMs - now()) / 1000);
  throw new ApiError('tooMany', message, { retryAfter });
}
