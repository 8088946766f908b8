import type { ItemOutcome, ItemRow } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { isConfirmationNumber } from '../../shared/rules/confirmation.ts';
import { accountOf } from '../aws/cognito.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import type { Operator } from '../store/audit-log.ts';
import { changeChecklist } from '../store/checklist.ts';
import { applicantOf } from '../store/read-lists.ts';
import { dayOf, itemIn, planReceiving, planTakingBack, refuse } from './checklist-changes.ts';

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
  if (error instanceof ApiError && (error.kind === 'invalid' || error.kind === 'conflict'))
    return error.message;
  log({ level: 'error', event: 'checklist.failed', error: describeError(error) });
  return 'This row could not be saved. Run the file again. Rows that were saved do not change.';
}
