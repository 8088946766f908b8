import type { ItemOutcome, ItemRow } from '../../shared/api/operator.ts';
import { isCalendarDate } from '../../shared/form/index.ts';
import { checklistItems, isComplete } from '../../shared/partners/next-steps.ts';
import { dayIn } from '../../shared/partners/time-zone.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { isConfirmationNumber } from '../../shared/rules/confirmation.ts';
import { formatDay } from '../../shared/rules/format-time.ts';
import { accountOf } from '../aws/cognito.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import type { ApplicationRecord } from '../store/application.ts';
import type { Operator } from '../store/audit-log.ts';
import { type ChecklistChange, changeChecklist } from '../store/checklist.ts';
import { applicantOf } from '../store/read-lists.ts';

/** Why a row cannot be done, and what to do about it. */
const refuse = (reason: string) => new ApiError('invalid', reason);

async function applicantWith(number: string): Promise<ApplicantId> {
  if (!isConfirmationNumber(number))
    throw refuse(
      'This is neither an email address nor a confirmation number. Check it against the document.',
    );
  const sub = await applicantOf(number);
  if (sub === undefined)
    throw refuse('No application has this confirmation number. Check it, or use the email address.');
  return sub;
}

/** The owner of a checklist item. An unconfirmed account may belong to another person. */
async function applicantIn(applicant: string): Promise<ApplicantId> {
  if (applicant === '')
    throw refuse('The applicant is missing. Add an email address or a confirmation number.');
  if (!applicant.includes('@')) return applicantWith(applicant.toUpperCase());
  const account = await accountOf(normalizeUsername(applicant));
  if (account.state === 'confirmed') return account.sub;
  throw refuse('No applicant has this email address. Check it, or use the confirmation number.');
}

function itemIn(item: string): string {
  const known = checklistItems(partner());
  const checklistItem = item.toLowerCase();
  if (known.includes(checklistItem)) return checklistItem;
  throw refuse(`The item must be one of: ${known.join(', ')}.`);
}

/** A day, also as spreadsheets write it in the United States: 3/9/2027. */
function dayOf(date: string): string {
  const [, month = '', dayOfMonth = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date) ?? [];
  const day = year === undefined ? date : `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  if (!isCalendarDate(day)) throw refuse('The date does not exist. Write it as 2027-03-09 or 3/9/2027.');
  if (day > dayIn(partner().timeZone, now()))
    throw refuse('The date is in the future. Enter the day the document arrived.');
  return day;
}

/** A later mail about checklist items that all arrived would only confuse, so it is pending once. */
function planReceiving(checklistItem: string, day: string) {
  return ({ checklist, submission }: ApplicationRecord): ChecklistChange | undefined => {
    const before = checklist.received[checklistItem];
    if (before === day) return undefined;
    if (before !== undefined)
      throw refuse(
        `This document is already checked off as received on ${formatDay(before)}. To change the day, take it back first.`,
      );
    const received = { ...checklist.received, [checklistItem]: day };
    const owesMail =
      submission !== undefined &&
      checklist.sent_at === undefined &&
      isComplete(partner(), submission.answers, received);
    return { event: 'checklist-item-received', checklistItem, received, owesMail };
  };
}

function planTakingBack(checklistItem: string, day: string) {
  return ({ checklist }: ApplicationRecord): ChecklistChange | undefined => {
    const { [checklistItem]: before, ...received } = checklist.received;
    if (before === undefined) return undefined;
    if (before !== day)
      throw refuse(
        `This document was received on ${formatDay(before)}, not on ${formatDay(day)}. Check the row.`,
      );
    return { event: 'checklist-item-undone', checklistItem, received, owesMail: false };
  };
}

async function doRow({ applicant, item, date }: ItemRow, plan: typeof planReceiving, operator: Operator) {
  const planned = plan(itemIn(item.trim()), dayOf(date.trim()));
  return changeChecklist(await applicantIn(applicant.trim()), operator, planned);
}

/**
 * Ticks off checklist items that arrived, or takes back what was ticked off by mistake, one row after the
 * other. A row that cannot be done changes nothing, and the rest is done. Doing the same rows again changes
 * nothing.
 */
export async function recordItems(
  operator: Operator,
  { rows, isTakingBack }: { readonly rows: readonly ItemRow[]; readonly isTakingBack: boolean },
): Promise<readonly ItemOutcome[]> {
  const plan = isTakingBack ? planTakingBack : planReceiving;
  const outcomes: ItemOutcome[] = [];
  for (const row of rows) {
    const { line } = row;
    try {
      outcomes.push({ line, outcome: await doRow(row, plan, operator) });
    } catch (error) {
      outcomes.push({ line, outcome: 'refused', reason: reasonOf(error) });
    }
  }
  return outcomes;
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'invalid') return error.message;
  log({ level: 'error', event: 'checklist.failed', error: describeError(error) });
  return 'This row could not be saved. Run the file again. Rows that were saved do not change.';
}
