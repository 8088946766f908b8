import { checklistOf } from '../../shared/partners/next-steps.ts';
import { now } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { readApplication } from '../store/application.ts';
import { type ChecklistEvent, deleteChecklistEvent } from '../store/deliveries.ts';
import { currentPartner } from '../store/settings.ts';

/** Tells the university's systems which items arrived. The event has no answers and no address. */
async function announce(changed: ChecklistEvent): Promise<void> {
  const { submission, checklist } = await readApplication(changed.sub);
  if (submission !== undefined) {
    const { sendEvent } = await import('../aws/event-bridge.ts');
    await sendEvent('checklist.changed', {
      confirmation: submission.confirmation,
      changed_at: checklist.changes?.at(-1),
      checklist: checklistOf(await currentPartner(), submission.answers, checklist.received),
    });
  }
  await deleteChecklistEvent(changed);
}

/**
 * Sends the events about changed checklists until `end`, in milliseconds since 1970. The next run
 * repeats one that fails. The list of changed applications has it too (export-page.ts).
 */
export async function announceChanges(changed: readonly ChecklistEvent[], end: number): Promise<void> {
  for (const each of changed) {
    if (now() > end) return;
    try {
      await announce(each);
    } catch (error) {
      log({ level: 'error', event: 'checklist-event.failed', error: describeError(error) });
    }
  }
}
