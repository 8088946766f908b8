import { now } from '../runtime/clock.ts';
import { mailWarnings } from '../use-cases/deadline-mails.ts';
import { mailLateNotices, mailLateReceipts, mailPendingChecklists } from '../use-cases/late-receipts.ts';

/** The function's timeout is five minutes, and the last mail needs some of them. */
const maxRunMs = 4 * 60_000;

/**
 * Mails pending receipts, checklist mails and notices, and warns applicants about deadlines. EventBridge
 * calls it on a schedule.
 */
export const handler = async (): Promise<void> => {
  const end = now() + maxRunMs;
  await mailLateReceipts(end);
  await mailPendingChecklists(end);
  await mailLateNotices(end);
  await mailWarnings(end);
};
