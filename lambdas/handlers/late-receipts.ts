import { now } from '../runtime/clock.ts';
import { mailWarnings } from '../use-cases/deadline-mails.ts';
import { mailLateNotices, mailLateReceipts, mailPendingChecklists } from '../use-cases/late-receipts.ts';

/** Milliseconds. The function may run for five minutes, and the last mail takes some of them. */
const longestRun = 4 * 60_000;

/** Mails the receipts and notices that could not be mailed when they were due, and who has no checklist items to send anymore. EventBridge calls it by the clock. */
export const handler = async (): Promise<void> => {
  const end = now() + longestRun;
  await mailLateReceipts(end);
  await mailPendingChecklists(end);
  await mailLateNotices(end);
  await mailWarnings(end);
};
