import type { DeliverySchedule, PushedDelivery } from '../../shared/api/deliveries.ts';
import { outgoingKey } from '../aws/object-keys.ts';
import { now } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import {
  changeDeliveryState,
  endDeliveryBatch,
  isQueued,
  queuedPackages,
  readDeliveryState,
  type StateChange,
} from '../store/delivery-states.ts';
import type { DeliveryState, OutgoingBatch, OutgoingFile } from '../store/items.ts';
import {
  afterOutcome,
  claimed,
  ended,
  isOutdated,
  isUnsent,
  type Progress,
  postponed,
  progressed,
  TransferFailed,
  type TransferOutcome,
  withProgress,
  withState,
} from './delivery-progress.ts';

const hourMs = 3_600_000;
/** The nightly time is that of the nightly export: 06:30 UTC. */
const periods: Readonly<Record<DeliverySchedule, { readonly length: number; readonly offset: number }>> = {
  each: { length: 1, offset: 0 },
  hourly: { length: hourMs, offset: 0 },
  nightly: { length: 24 * hourMs, offset: 6.5 * hourMs },
};

/** The last scheduled time of a push (ISO 8601). */
function markOf({ schedule }: PushedDelivery): string {
  const { length, offset } = periods[schedule];
  return new Date(Math.floor((now() - offset) / length) * length + offset).toISOString();
}

const change = (delivery: PushedDelivery, how: StateChange) =>
  changeDeliveryState(delivery.name, markOf(delivery), how);

/** Stores a change unless an event or another run has taken over. */
const changeOwn = (delivery: PushedDelivery, { claim }: DeliveryState, how: StateChange) =>
  change(delivery, (stored) => (stored.claim === claim ? how(stored) : undefined));

const reasonOf = (error: unknown): string => {
  const { name, message } = describeError(error);
  return `${name === 'Error' ? '' : `${name}: `}${message}`.slice(0, 300);
};

const minutesSince = ({ batch }: DeliveryState): number =>
  batch === undefined ? 0 : Math.floor((now() - Date.parse(batch.begun_at)) / 60_000);

/** The line of a failed last try fires an alarm. */
function logFailure({ name }: PushedDelivery, state: DeliveryState, error?: unknown): void {
  const event = state.failed_at === undefined ? 'delivery.delayed' : 'delivery.failed';
  const { reason } = state;
  const minutes = minutesSince(state);
  log({
    level: 'error',
    event,
    delivery: name,
    reason,
    minutes,
    error: error === undefined ? undefined : describeError(error),
  });
}

/** A state with a batch. */
type Sending = DeliveryState & { readonly batch: OutgoingBatch };

/** The clients of a receiver load with the first batch: most scheduled runs find nothing to do. */
async function send(delivery: PushedDelivery, state: Sending): Promise<Progress> {
  if (delivery.to === 'sftp') {
    const { sendBySftp } = await import('./send-by-sftp.ts');
    return sendBySftp(delivery, state.batch);
  }
  const { sendObjects } = await import('./send-objects.ts');
  return sendObjects(delivery, state.batch, (files) =>
    changeOwn(delivery, state, (stored) => stored.batch && { ...stored, batch: { ...stored.batch, files } }),
  );
}

/** The files of a sent batch are no longer needed. The bucket's lifecycle rule deletes what stays. */
async function removeFiles(
  { name }: PushedDelivery,
  { number, files, listing }: Pick<OutgoingBatch, 'number' | 'files' | 'listing'>,
) {
  const keys = [...files.map((file) => outgoingKey(name, number, file)), ...(listing ? [listing.key] : [])];
  const { deleteOutgoing } = await import('../aws/outgoing-objects.ts');
  await Promise.all(keys.map(deleteOutgoing)).catch((error: unknown) =>
    log({ level: 'warn', event: 'file-cleanup.failed', error: describeError(error) }),
  );
}

/** Ends a batch: its applications are sent, and the next batch begins after them. */
async function endBatch(
  delivery: PushedDelivery,
  state: DeliveryState,
  batch: OutgoingBatch,
): Promise<boolean> {
  if (!(await endDeliveryBatch(ended(state, batch), batch.queued))) return false;
  if (batch.files.length === 0) return true;
  const { applications } = batch;
  const minutes = minutesSince(state);
  log({ level: 'info', event: 'delivery.sent', delivery: delivery.name, applications, minutes });
  await removeFiles(delivery, batch);
  return true;
}

/**
 * Makes the next batch and stores it. Its content is fixed once a file is sent: an unsent batch is made again
 * by each try, under the same names, so it has nothing of applicants who were deleted in the meantime.
 * Undefined if there is nothing to send.
 */
async function beginBatch(
  delivery: PushedDelivery,
  state: DeliveryState,
): Promise<DeliveryState | undefined> {
  const mark = markOf(delivery);
  const before = state.batch !== undefined && isUnsent(state.batch) ? state.batch : undefined;
  const { filesOf } = await import('./outgoing-files.ts');
  const making = { delivery, state, mark, isAgain: before !== undefined };
  const { stamp, hasMore, ...content } = (await filesOf(making)) ?? nothing;
  const batch: OutgoingBatch = {
    ...content,
    number: state.batches + 1,
    begun_at: before?.begun_at ?? new Date(now()).toISOString(),
    ...(!hasMore && { mark }),
  };
  const names = new Set(batch.files.map(({ name }) => name));
  const left = before?.files.filter(({ name }) => !names.has(name)) ?? [];
  await removeFiles(delivery, { number: batch.number, files: left });
  if (batch.files.length > 0)
    return changeOwn(delivery, state, (stored) => ({ ...stored, batch, stamp: stamp ?? stored.stamp }));
  await endDeliveryBatch(ended(state, { ...batch, number: state.batches }), batch.queued);
  return undefined;
}

const nothing = { files: [], queued: [], applications: 0, cursors: {}, hasMore: false, stamp: undefined };

/** Marks packages as done whose applicants were deleted after the batch was made: they are not sent. */
async function withoutDeleted(batch: OutgoingBatch): Promise<OutgoingBatch> {
  const isLeft = async ({ state, queued }: OutgoingFile) =>
    state === 'done' || queued === undefined || (await isQueued(queued));
  const leave = async (file: OutgoingFile) => ((await isLeft(file)) ? file : withState(file, 'done'));
  return { ...batch, files: await Promise.all(batch.files.map(leave)) };
}

/** Works on a delivery until it has to wait. True if the next step can follow. */
async function step(delivery: PushedDelivery, taken: DeliveryState): Promise<boolean> {
  const { batch } = taken;
  const isMade = batch !== undefined && !isUnsent(batch) && !isOutdated(batch);
  const state = isMade ? { ...taken, batch: await withoutDeleted(batch) } : await beginBatch(delivery, taken);
  // Without what was dropped, a package may wait that was queued since.
  if (state?.batch === undefined) return batch !== undefined;
  const progress = await send(delivery, { ...state, batch: state.batch });
  const next = await changeOwn(
    delivery,
    state,
    (stored) => stored.batch && progressed({ ...stored, batch: stored.batch }, progress),
  );
  if (next?.batch === undefined || next.is_waiting) return false;
  if (next.batch.files.every(({ state: each }) => each === 'done'))
    return endBatch(delivery, next, next.batch);
  return true;
}

/** False if a run would find nothing to do, so it need not write anything. */
async function hasWork(delivery: PushedDelivery): Promise<boolean> {
  const state = await readDeliveryState(delivery.name, markOf(delivery));
  if (state.rev === 0) await change(delivery, (first) => (first.rev === 0 ? first : undefined));
  if (state.failed_at !== undefined || state.next_at > now()) return false;
  if (state.batch !== undefined) return true;
  if (delivery.schedule !== 'each') return markOf(delivery) > state.mark;
  return (await queuedPackages(delivery.name)).length > 0;
}

/** Takes the delivery; undefined if another run has it. */
async function take(delivery: PushedDelivery): Promise<DeliveryState | undefined> {
  const taken = await change(delivery, claimed);
  if (taken?.failed_at !== undefined) logFailure(delivery, taken);
  return taken?.failed_at === undefined ? taken : undefined;
}

/** Continues one push until it has to wait, has nothing to do, or it is `end` (milliseconds since 1970). */
async function runDelivery(delivery: PushedDelivery, end: number): Promise<void> {
  while (now() < end && (await hasWork(delivery))) {
    const taken = await take(delivery);
    if (taken === undefined) return;
    try {
      if (!(await step(delivery, taken))) return;
    } catch (error) {
      const found = error instanceof TransferFailed ? error.progress : undefined;
      const failed = await changeOwn(delivery, taken, (stored) =>
        postponed(withProgress(stored, found), reasonOf(error)),
      );
      if (failed !== undefined) logFailure(delivery, failed, error);
      return;
    }
  }
}

/** Continues every push, each independently of the others. */
export async function sendDue(deliveries: readonly PushedDelivery[], end: number): Promise<void> {
  const ended = await Promise.allSettled(deliveries.map((delivery) => runDelivery(delivery, end)));
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Stores the outcome of a transfer, and continues the push if it is complete. */
export async function hearOutcome(
  delivery: PushedDelivery,
  outcome: TransferOutcome,
  end: number,
): Promise<void> {
  const state = await change(delivery, (stored) => afterOutcome(stored, outcome));
  if (state === undefined) return;
  if (!outcome.isCompleted) return logFailure(delivery, state);
  await runDelivery(delivery, end);
}
