import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { isComplete } from '../../shared/partners/next-steps.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { ApplicationRecord } from '../table/application.ts';
import { auditEntry, type Operator } from '../table/audit-log.ts';
import { planAndWrite, putItem, tooManyChanges } from '../table/change.ts';
import { addChecklistMail, changedRow, listedChecklist } from '../table/checklist.ts';
import type { PendingWork, Submission, WithdrawalNotice } from '../table/items.ts';
import { parts } from '../table/keys.ts';
import { addWork, workItem } from '../table/outbox.ts';
import { currentPartner } from '../table/settings.ts';
import { type Write, writes } from '../table/table.ts';

// Withdrawals of submitted applications. Each is also a revision of the checklist, so it and changes of the
// checklist cannot overwrite each other's list row, and exports list it as a change.

const notSubmitted = "You haven't submitted your application, so there is nothing to withdraw.";

type Submitted = ApplicationRecord & { readonly submission: Submission };

const isSubmitted = (stored: ApplicationRecord): stored is Submitted => stored.submission !== undefined;

interface Step {
  readonly kind: WithdrawalNotice['kind'];
  readonly at: string;
  /** The application's time of withdrawal after this step. */
  readonly withdrawnAt: string | undefined;
  /** The stored item. */
  readonly item: Readonly<Record<string, string>>;
  readonly operator?: Operator;
  /** Undefined if the address is not known. */
  readonly mail: PendingWork | undefined;
}

async function writesOf(sub: ApplicantId, stored: Submitted, step: Step): Promise<readonly Write[]> {
  const { kind, at, withdrawnAt, item, operator, mail } = step;
  const { confirmation } = stored.submission;
  const { received } = stored.checklist;
  const detail = { confirmation, [`${kind}_at`]: at };
  const entry = await auditEntry(sub, `application-${kind}`, operator);
  return [
    ...listedChecklist(sub, stored, received, at),
    putItem(sub, parts.withdrawal, item),
    ...changedRow(sub, { ...stored, withdrawnAt }, received, await currentPartner()),
    addWork('change-event', { type: `application.${kind}`, at, detail }),
    ...(mail === undefined ? [] : [writes.put(mail)]),
    entry,
  ];
}

interface Withdrawn {
  readonly withdrawnAt: string;
  /** Undefined if the application was withdrawn before. */
  readonly mail: PendingWork | undefined;
}

/** The address of the account, the host of the site, and the browser in which the applicant withdraws. */
type About = Pick<WithdrawalNotice, 'username' | 'host' | 'browser'>;

/**
 * Withdraws a submitted application. The same transaction makes the mail about it pending. Rejects a draft. A
 * repeated call changes nothing.
 */
export async function withdraw(sub: ApplicantId, about: About): Promise<Withdrawn> {
  const done = await planAndWrite<Withdrawn>(sub, async (stored) => {
    // This call was in progress when the deletion ended its session.
    if (stored.erasedAt !== undefined) throw new ApiError('unauthenticated', invalidSessionMessage);
    if (!isSubmitted(stored)) throw new ApiError('conflict', notSubmitted);
    const { withdrawnAt, submission } = stored;
    if (withdrawnAt !== undefined) return { writes: [], result: { withdrawnAt, mail: undefined } };
    const at = new Date(now()).toISOString();
    const { confirmation } = submission;
    const mail = workItem('notice', { ...about, kind: 'withdrawn', at, confirmation });
    const step = { kind: 'withdrawn', at, withdrawnAt: at, item: { withdrawn_at: at }, mail } as const;
    return { writes: await writesOf(sub, stored, step), result: { withdrawnAt: at, mail } };
  });
  if (done === undefined) throw tooManyChanges();
  return done.result;
}

function reinstatedNotice({ username, host, submission }: Submitted, at: string) {
  const address = username || submission.username;
  if (address === undefined) return undefined;
  const { confirmation } = submission;
  return workItem('notice', { kind: 'reinstated', username: address, host, at, confirmation });
}

/**
 * A mail that every checklist item arrived was dropped if it was due while the application was withdrawn.
 */
async function droppedMail(
  sub: ApplicantId,
  { submission, checklist }: Submitted,
): Promise<readonly Write[]> {
  const { received, sent_at } = checklist;
  const isDue = sent_at === undefined && isComplete(await currentPartner(), submission.answers, received);
  return isDue ? [addChecklistMail(sub)] : [];
}

/**
 * Reinstates a withdrawn application, and makes the mail about it pending. An application that is not
 * withdrawn stays unchanged.
 */
export async function reinstate(sub: ApplicantId, operator: Operator): Promise<void> {
  const done = await planAndWrite(sub, async (stored) => {
    if (!isSubmitted(stored) || stored.erasedAt !== undefined)
      throw new ApiError('notFound', 'There is no such application.');
    const { withdrawnAt } = stored;
    if (withdrawnAt === undefined) return { writes: [], result: undefined };
    const at = new Date(now()).toISOString();
    const item = { withdrawn_at: withdrawnAt, reinstated_at: at };
    const mail = reinstatedNotice(stored, at);
    const step = { kind: 'reinstated', at, withdrawnAt: undefined, item, operator, mail } as const;
    const writes = [...(await writesOf(sub, stored, step)), ...(await droppedMail(sub, stored))];
    return { writes, result: undefined };
  });
  if (done === undefined)
    throw new ApiError('tooMany', 'The application is being changed at the same time. Try again.');
}
