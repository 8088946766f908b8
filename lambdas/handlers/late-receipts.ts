import { now } from '../runtime/clock.ts';
import { rebuildRows } from '../store/row-rebuilds.ts';
import { mailWarnings } from '../use-cases/deadline-mails.ts';
import { mailLateNotices, mailLateReceipts, mailPendingChecklists } from '../use-cases/late-receipts.ts';

/** The function's timeout is five minutes, and the last mail needs some of them. */
const maxRunMs = 4 * 60_000;

/**
 * Mails pending receipts, checklist mails and notices, warns applicants about deadlines, and rebuilds rows of
 * the console's list. A failure of one kind does not stop the others. EventBridge calls it on a schedule.
 */
export const handler = async (): Promise<void> => {
  const end = now() + maxRunMs;
  const failures: unknown[] = [];
  for (const work of [mailLateReceipts, mailPendingChecklists, mailLateNotices, mailWarnings, rebuildRows])
    await work(end).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};
