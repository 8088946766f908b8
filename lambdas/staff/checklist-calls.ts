import type { staffChecklist } from '../../shared/api/console.ts';
import type { ChecklistLine } from '../../shared/api/console-replies.ts';
import type { ItemRow } from '../../shared/api/fields.ts';
import { nameIn } from '../../shared/questions/facts.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { isConfirmationNumber } from '../../shared/rules/confirmation.ts';
import { reinstate } from '../application/withdrawals.ts';
import { accountOf } from '../aws/cognito.ts';
import type { Handlers } from '../http/request.ts';
import { ApiError } from '../runtime/errors.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { type Operator, recordForOperators } from '../table/audit-log.ts';
import { changeChecklist, previewChange } from '../table/checklist.ts';
import { applicantOf } from '../table/read-lists.ts';
import { dayOf, planReceiving, planTakingBack, receiveItem, refuse, undoItem } from './checklist-changes.ts';

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
