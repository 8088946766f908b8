import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import type { Upload } from '../aws/object-keys.ts';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { expression, same, set } from './expression.ts';
import { keys, parts } from './keys.ts';
import { isUpdated } from './table.ts';

/** The lock expires after this time, so a conversion that died cannot keep it. */
const lockDurationMs = deadlineSeconds.conversion * 1000;

const lockKey = (sub: ApplicantId) => ({ pk: keys.application(sub), sk: parts.conversionLock });

/**
 * Acquires the applicant's conversion lock: one conversion of an applicant runs at a time, so one account's
 * slow documents cannot use up the converters. Returns false while another conversion holds it. A repeated
 * step acquires its own lock again.
 */
export function acquireConversionLock(sub: ApplicantId, run: string): Promise<boolean> {
  const taken = set({ run, ends: now() + lockDurationMs });
  const isFree = expression`attribute_not_exists(run) OR ends < ${now()} OR run = ${run}`;
  return isUpdated(lockKey(sub), taken, { if: isFree });
}

/** Releases the lock. Returns false when another conversion holds it. */
export const releaseConversionLock = (sub: ApplicantId, run: string): Promise<boolean> =>
  isUpdated(lockKey(sub), expression`REMOVE run, ends`, { if: same({ run }) });

/** Records whether an upload waits for the lock, and restarts the time until it counts as failed. */
export function recordWaiting(upload: Upload, waiting: boolean): Promise<boolean> {
  const key = { pk: keys.application(upload.sub), sk: parts.document(upload.answer_key) };
  const change = set({ waiting, deadline: now() + lockDurationMs });
  return isUpdated(key, change, { if: same({ gen: upload.gen }) });
}
