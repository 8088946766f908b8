import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { alreadySubmitted } from './change.ts';
import { expression } from './expression.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { put, readItem, update } from './table.ts';

/** Staff see from these reports where applicants get stuck. */
const kept = 20;

/** Reports of one applicant in an hour: one for each page change in several tabs is far less. */
const maxInHour = 600;
const hourSeconds = 3600;

type Reports = Readonly<Record<string, readonly string[]>>;

/** Stores the last 20 reports of an applicant, until the application is submitted. */
export async function storeValidationReport(sub: ApplicantId, validations: Reports): Promise<void> {
  const [count] = await Promise.all([countReport(sub), requireDraft(sub)]);
  const place = String(count % kept).padStart(2, '0');
  const pk = keys.validationReports(sub);
  await put({ pk, sk: `VALIDATIONS#${place}`, at: new Date(now()).toISOString(), validations });
}

async function requireDraft(sub: ApplicantId): Promise<void> {
  const key = { pk: keys.application(sub), sk: parts.meta };
  const { submitted_at, erased_at } = (await readItem(key, items.meta)) ?? {};
  if (erased_at !== undefined) throw new ApiError('unauthenticated', invalidSessionMessage);
  if (submitted_at !== undefined) throw new ApiError('submitted', alreadySubmitted);
}

/**
 * Counts a report, in all and in this hour, and returns the number in all: it chooses the item that is
 * replaced.
 */
async function countReport(sub: ApplicantId): Promise<number> {
  const thisHour = Math.floor(seconds(now()) / hourSeconds);
  const key = { pk: keys.validationReports(sub), sk: 'VALIDATIONS' };
  const counted =
    (await update(key, expression`ADD count ${1}, in_hour ${1}`, {
      if: expression`in_hour < ${maxInHour} AND at_hour = ${thisHour}`,
    })) ??
    (await update(key, expression`SET at_hour = ${thisHour}, in_hour = ${1} ADD count ${1}`, {
      if: expression`attribute_not_exists(at_hour) OR at_hour <> ${thisHour}`,
    }));
  if (counted !== undefined) return Number(counted.count);
  throw new ApiError('tooMany', 'Too many attempts. Please wait and try again.', {
    retryAfter: (thisHour + 1) * hourSeconds - seconds(now()),
  });
}
