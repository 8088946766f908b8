import { isCalendarDate } from '../../shared/form/index.ts';
import { checklistItems, isComplete, missingItems } from '../../shared/partners/next-steps.ts';
import { dayIn } from '../../shared/partners/time-zone.ts';
import { formatDay } from '../../shared/rules/format-time.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { applicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import type { ApplicationRecord } from '../table/application.ts';
import type { Operator } from '../table/audit-log.ts';
import { type ChecklistChange, changeChecklist } from '../table/checklist.ts';
import { currentPartner } from '../table/settings.ts';

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
export async function planReceiving(item: string, day: string, replaces?: string) {
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

export async function planTakingBack(item: string, day: string) {
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
