import type { staffChecklist } from '../../shared/api/console.ts';
import type { ChecklistLine } from '../../shared/api/console-replies.ts';
import type { ItemRow } from '../../shared/api/fields.ts';
import { isCalendarDate } from '../../shared/form/index.ts';
import { checklistItems, isComplete, missingItems } from '../../shared/partners/next-steps.ts';
import { dayIn } from '../../shared/partners/time-zone.ts';
import { nameIn } from '../../shared/questions/facts.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { isConfirmationNumber } from '../../shared/rules/confirmation.ts';
import { formatDay } from '../../shared/rules/format-time.ts';
import { reinstate } from '../application/withdrawals.ts';
import { accountOf } from '../aws/cognito.ts';
import type { Handlers } from '../http/request.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import type { ApplicationRecord } from '../table/application.ts';
import { applicantOf } from '../table/application-lists.ts';
import { type Operator, recordForOperators } from '../table/audit-log.ts';
import { type ChecklistChange, changeChecklist, previewChange } from '../table/checklist.ts';
import { currentPartner } from '../table/settings.ts';

export const checklistCalls: Handlers<typeof staffChecklist> = {
  /** A preview finds names by addresses and numbers, so it is recorded. Changes record themselves. */
  async receiveItems({ caller: { operator }, body: { rows, is_preview, is_undo } }) {
    if (is_preview) await recordForOperators('checklist-checked', operator, [`rows=${rows.length}`]);
    const recording = { isPreview: is_preview, isTakingBack: is_undo };
    return { body: { rows: await recordItems(operator, { rows, ...recording }) } };
  },

  async receiveItem({ caller, params, body }) {
    return { body: await receiveItem(caller.operator, params, body) };
  },

  async undoItem({ caller, params, query: { day } }) {
    return { body: await undoItem(caller.operator, params, day) };
  },

  async reinstate({ caller, params: { applicant } }) {
    await reinstate(applicantId.parse(applicant), caller.operator);
    return { body: { message: '' } };
  },
};

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

/** The owner of a checklist item. */
async function applicantIn(applicant: string): Promise<ApplicantId> {
  if (applicant === '')
    throw refuse('The applicant is missing. Add an email address or a confirmation number.');
  if (!applicant.includes('@')) return applicantWith(applicant.toUpperCase());
  const account = await accountOf(normalizeUsername(applicant));
  if (account.state === 'confirmed') return account.sub;
  throw refuse('No applicant has this email address. Check it, or use the confirmation number.');
}

interface Recording {
  readonly isTakingBack: boolean;
  /** True to find out what would happen, and change nothing. */
  readonly isPreview?: boolean;
}

async function doRow(
  { line, applicant, item, date }: ItemRow,
  { isTakingBack, isPreview }: Recording,
  operator: Operator,
): Promise<ChecklistLine> {
  const planned = isTakingBack ? planTakingBack : planReceiving;
  const plan = await planned(item.trim(), dayOf(date.trim()));
  const sub = await applicantIn(applicant.trim());
  let name = '';
  const named: typeof plan = (stored) => {
    name = nameIn(stored.submission?.answers ?? stored.answers);
    return plan(stored);
  };
  const outcome = isPreview ? await previewChange(sub, named) : await changeChecklist(sub, operator, named);
  return { line, outcome, name };
}

/**
 * Ticks off checklist items that arrived, or takes back what was ticked off by mistake, one row after the
 * other. A row that cannot be done changes nothing, and the rest is done. Doing the same rows again changes
 * nothing.
 */
export async function recordItems(
  operator: Operator,
  { rows, ...recording }: Recording & { readonly rows: readonly ItemRow[] },
): Promise<ChecklistLine[]> {
  const outcomes: ChecklistLine[] = [];
  for (const row of rows) {
    try {
      outcomes.push(await doRow(row, recording, operator));
    } catch (error) {
      outcomes.push({ line: row.line, outcome: 'refused', reason: reasonOf(error) });
    }
  }
  return outcomes;
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && (error.kind === 'invalid' || error.kind === 'conflict'))
    return error.message;
  log({ level: 'error', event: 'checklist.failed', error: describeError(error) });
  return 'This row could not be saved. Run the file again. Rows that were saved do not change.';
}

/** The reason why an item cannot be changed, and what to do about it. */
export const refuse = (reason: string) => new ApiError('invalid', reason);

async function itemIn(item: string): Promise<string> {
  const known = checklistItems(await currentPartner());
  const checklistItem = item.toLowerCase();
  if (known.includes(checklistItem)) return checklistItem;
  throw refuse(`The item must be one of: ${known.join(', ')}.`);
}

/** A day, also as spreadsheets write it in the United States: 3/9/2027. */
export function dayOf(date: string): string {
  if (date === '') throw refuse('The date is missing. Add the day the document arrived.');
  const [, month = '', dayOfMonth = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date) ?? [];
  const day = year === undefined ? date : `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  if (!isCalendarDate(day)) throw refuse('The date does not exist. Write it as 2027-03-09 or 3/9/2027.');
  if (day > dayIn(partner().timeZone, now()))
    throw refuse('The date is in the future. Enter the day the document arrived.');
  return day;
}

/** Another person has marked the item with another day. */
const otherDay = (reason: string, day: string) =>
  new ApiError('conflict', reason, { details: { received: day } });

/**
 * Marks an item as received. If it is marked with another day, only that day can be replaced. A later mail
 * about checklist items that all arrived would only confuse, so it is pending once.
 */
async function planReceiving(item: string, day: string, replaces?: string) {
  const [checklistItem, partner] = [await itemIn(item), await currentPartner()];
  return ({ checklist, submission }: ApplicationRecord): ChecklistChange | undefined => {
    const before = checklist.received[checklistItem];
    if (before === day) return undefined;
    if (before !== undefined && before !== replaces)
      throw otherDay(
        `This item is already marked as received on ${formatDay(before)}. To change the day, undo that first.`,
        before,
      );
    const received = { ...checklist.received, [checklistItem]: day };
    const owesMail =
      submission !== undefined &&
      checklist.sent_at === undefined &&
      isComplete(partner, submission.answers, received);
    return { event: 'checklist-item-received', checklistItem, received, owesMail };
  };
}

async function planTakingBack(item: string, day: string) {
  const checklistItem = await itemIn(item);
  return ({ checklist }: ApplicationRecord): ChecklistChange | undefined => {
    const { [checklistItem]: before, ...received } = checklist.received;
    if (before === undefined) return undefined;
    if (before !== day)
      throw otherDay(
        `This document was received on ${formatDay(before)}, not on ${formatDay(day)}. Check the day.`,
        before,
      );
    return { event: 'checklist-item-undone', checklistItem, received, owesMail: false };
  };
}

interface ItemOfApplicant {
  readonly applicant: string;
  readonly item: string;
}

/** Changes one checklist item of a submitted application. Returns the items that arrived and are missing. */
async function changeItem(
  operator: Operator,
  applicant: string,
  plan: Awaited<ReturnType<typeof planReceiving>>,
): Promise<{ readonly checklist: Record<string, string>; readonly missing: string[] }> {
  let after = { checklist: {}, missing: [] as string[] };
  const current = await currentPartner();
  await changeChecklist(applicantId.parse(applicant), operator, (stored) => {
    const { submission, checklist } = stored;
    if (submission === undefined) throw new ApiError('notFound', 'There is no such application.');
    const change = plan(stored);
    const received = change?.received ?? checklist.received;
    after = { checklist: received, missing: [...missingItems(current, submission.answers, received)] };
    return change;
  });
  return after;
}

/** Marks a checklist item as received for a person of the staff, or changes the day. */
export const receiveItem = async (
  operator: Operator,
  { applicant, item }: ItemOfApplicant,
  { day, replaces }: { readonly day: string; readonly replaces?: string | undefined },
) => changeItem(operator, applicant, await planReceiving(item, dayOf(day), replaces));

/** Takes a checklist item back that is marked with this day. */
export const undoItem = async (operator: Operator, { applicant, item }: ItemOfApplicant, day: string) =>
  changeItem(operator, applicant, await planTakingBack(item, dayOf(day)));
