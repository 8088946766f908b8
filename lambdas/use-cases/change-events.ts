import { checklistOf } from '../../shared/partners/next-steps.ts';
import { now } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { readApplication } from '../store/application.ts';
import { deleteChangeEvent } from '../store/change-events.ts';
import { type ChecklistEvent, deleteChecklistEvent } from '../store/deliveries.ts';
import type { ChangeEvent, ChangeKind } from '../store/items.ts';
import { currentPartner } from '../store/settings.ts';

async function send(kind: ChangeKind, detail: Readonly<Record<string, unknown>>): Promise<void> {
  const { sendEvent } = await import('../aws/event-bridge.ts');
  await sendEvent(kind, detail);
}

/** Tells the university's systems which items arrived. The event has no answers and no address. */
async function announceChecklist(changed: ChecklistEvent): Promise<void> {
  const { submission, checklist } = await readApplication(changed.sub);
  if (submission !== undefined)
    await send('checklist.changed', {
      confirmation: submission.confirmation,
      changed_at: checklist.changes?.at(-1),
      checklist: checklistOf(await currentPartner(), submission.answers, checklist.received),
    });
  await deleteChecklistEvent(changed);
}

async function announce(event: ChangeEvent): Promise<void> {
  await send(event.kind, event.detail);
  await deleteChangeEvent(event);
}

interface Changes {
  readonly changed: readonly ChecklistEvent[];
  readonly events: readonly ChangeEvent[];
}

/**
 * Sends the events about changed applications until `end`, in milliseconds since 1970. The next run repeats
 * one that fails. The exports list the same changes (export-page.ts, erased-page.ts).
 */
export async function announceChanges({ changed, events }: Changes, end: number): Promise<void> {
  const sends = [
    ...changed.map((each) => () => announceChecklist(each)),
    ...events.map((each) => () => announce(each)),
  ];
  for (const sendOne of sends) {
    if (now() > end) return;
    try {
      await sendOne();
    } catch (error) {
      log({ level: 'error', event: 'change-event.failed', error: describeError(error) });
    }
  }
}
