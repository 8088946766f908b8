import { mailLateReceipts } from '../application/late-receipts.ts';
import { now } from '../runtime/clock.ts';

/** Milliseconds. The function may run for five minutes, and the last mail takes some of them. */
const longestRun = 4 * 60_000;

/** Mails the receipts that could not be mailed at submission. EventBridge calls it by the clock. */
export const handler = (): Promise<void> => mailLateReceipts(now() + longestRun);
