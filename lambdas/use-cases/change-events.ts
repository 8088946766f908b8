import { checklistOf } from '../../shared/partners/next-steps.ts';
import { now } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { readApplication } from '../store/application.ts';
import { claimChangeEvent, deleteChangeEvent, releaseChangeEvent } from '../store/change-events.ts';
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
  try {
    await send(event.kind, event.detail);
  } catch (error) {
    await releaseChangeEvent(event);
    throw error;
  }
  await deleteChangeEvent(event);
}

/** Sends the events of one application in order, up to one that fails or that another run has. */
async function announceInOrder(events: readonly ChangeEvent[]): Promise<void> {
  for (const event of events) {
    if (!(await claimChangeEvent(event))) return;
    await announce(event);
  }
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
  const ofApplications = Map.groupBy(events, ({ detail }) => detail.confirmation);
  const sends = [
    ...changed.map((each) => () => announceChecklist(each)),
    ...[...ofApplications.values()].map((each) => () => announceInOrder(each)),
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
