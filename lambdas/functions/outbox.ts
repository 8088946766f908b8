import * as z from 'zod/mini';
import { sendNotice } from '../account/security-notices.ts';
import { mailWarnings } from '../application/deadline-mails.ts';
import { announceChange, announceChecklist, deliverPackage } from '../delivery/packages.ts';
import { mailCompleteChecklist, mailReceipt } from '../mail/application-mails.ts';
import { now, settleAll } from '../runtime/clock.ts';
import { rebuildRows } from '../staff/row-rebuilds.ts';
import { doWork, dueLanes, type Handlers, pendingIn, runOutbox } from '../table/outbox.ts';

/** The function's timeout is five minutes, and the last try needs some of them. */
const maxRunMs = 3 * 60_000;

/** A submission asks for its package. EventBridge asks for everything that is due, and for reminders. */
const event = z.discriminatedUnion('task', [
  z.object({ task: z.literal('submission'), confirmation: z.string() }),
  z.object({ task: z.literal('outbox') }),
  z.object({ task: z.literal('reminders') }),
]);

const handlers: Omit<Handlers, 'address-move'> = {
  receipt: mailReceipt,
  'checklist-mail': mailCompleteChecklist,
  notice: sendNotice,
  // The drawing code is loaded only if a package is due: most scheduled runs find none.
  package: (pending) =>
    deliverPackage(pending, async (stored, files) =>
      (await import('../pdf/package-pdf.ts')).drawPackagePdf(stored, files),
    ),
  'checklist-event': announceChecklist,
  'change-event': announceChange,
};

const run = {
  outbox: (end: number) => settleAll([runOutbox('systems', handlers, end), runOutbox('mail', handlers, end)]),
  /** Mails about deadlines, and rows of the console's list. */
  reminders: (end: number) => settleAll([mailWarnings(end), rebuildRows(end)]),
} as const;

async function deliver(confirmation: string): Promise<void> {
  const pending = await pendingIn('systems', `${confirmation}#`);
  for (const lane of dueLanes(pending)) await doWork(lane, handlers);
}

/** Tries the mails, packages and events in the outboxes, or sends reminders and rebuilds rows of the list. */
export const handler = async (input: unknown): Promise<void> => {
  const asked = event.parse(input);
  await (asked.task === 'submission' ? deliver(asked.confirmation) : run[asked.task](now() + maxRunMs));
};
