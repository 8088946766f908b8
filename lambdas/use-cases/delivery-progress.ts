import { nightlyExportDays } from '../../shared/api/export-time.ts';
import { now } from '../runtime/clock.ts';
import type { DeliveryState, OutgoingBatch, OutgoingFile } from '../store/items.ts';

// Changes of the state of a push: after a step, after a failure, after an event of AWS Transfer Family.

const minuteMs = 60_000;
const triesMaximum = 10;
/** Milliseconds between tries: 1, 2, 4 and so on up to 60 minutes. Ten tries take about four hours. */
const pauseAfter = (tries: number): number => Math.min(60, 2 ** Math.max(0, tries - 1)) * minuteMs;
/** Longer than the function's timeout, so two runs never work on one batch. */
const maxRunMs = 6 * minuteMs;
/** After this time without an event, the scheduled run asks for the outcome. */
const eventMs = minuteMs;

/** Reason for a try that ended without an error. */
const crashed = 'The function stopped before it could report an error.';

/** The run that caused the failure has no say any more, as after `postponed`. */
const failedFor = (state: DeliveryState, reason: string): DeliveryState => ({
  ...state,
  ...{ reason, is_waiting: false, claim: state.claim + 1, failed_at: new Date(now()).toISOString() },
});

/**
 * Takes the delivery for one run at a time; undefined if it is not due. A run after an event belongs to the
 * same try.
 */
export function claimed(state: DeliveryState): DeliveryState | undefined {
  if (state.failed_at !== undefined || state.next_at > now()) return undefined;
  const tries = state.is_waiting ? state.tries : state.tries + 1;
  if (tries > triesMaximum) return failedFor(state, state.reason ?? crashed);
  return { ...state, tries, claim: state.claim + 1, next_at: now() + maxRunMs, is_waiting: false };
}

const dayMs = 24 * 60 * minuteMs;

/** True a day before the bucket's lifecycle rule deletes the files of a batch that could not be sent. */
export const isOutdated = ({ begun_at }: OutgoingBatch): boolean =>
  Date.parse(begun_at) < now() - (nightlyExportDays - 1) * dayMs;

/** True if no file of a batch is at the receiver or on its way. */
export const isUnsent = ({ files }: OutgoingBatch): boolean =>
  files.every(({ state }) => state === 'written');

/** Ends a try. The next one starts after a pause, unless it was the last. */
export const postponed = (state: DeliveryState, reason: string): DeliveryState =>
  state.tries >= triesMaximum
    ? failedFor(state, reason)
    : {
        ...state,
        ...{ reason, is_waiting: false, claim: state.claim + 1, next_at: now() + pauseAfter(state.tries) },
      };

/** A file in its next state, with the id of what starts and without that of what ended. */
export const withState = (
  { id: _, since: __, ...file }: OutgoingFile,
  state: OutgoingFile['state'],
  id?: string,
): OutgoingFile => ({ ...file, state, ...(id !== undefined && { id, since: now() }) });

const order: readonly OutgoingFile['state'][] = ['written', 'sending', 'sent', 'moving', 'done'];
const rank = ({ state }: OutgoingFile) => order.indexOf(state);

/** An event may be faster than the run that caused it. What is further is true. */
const furthest = (stored: readonly OutgoingFile[], own: readonly OutgoingFile[]): OutgoingFile[] =>
  stored.map((file, place) => {
    const mine = own[place];
    return mine === undefined || rank(file) > rank(mine) ? file : mine;
  });

const isRunning = ({ state, id }: OutgoingFile) =>
  id !== undefined && (state === 'sending' || state === 'moving');

/** The result of a step: files in their new states, and a requested list of the folder. */
export interface Progress {
  readonly files: readonly OutgoingFile[];
  readonly listing?: OutgoingBatch['listing'];
}

/** AWS reports that a file could not be sent, or the receiver's folder does not show if it was renamed. */
export class TransferFailed extends Error {
  readonly progress: Progress;

  constructor(reason: string, files: readonly OutgoingFile[]) {
    super(reason);
    this.progress = { files };
  }
}

/** The state with what a step found before it failed. */
export const withProgress = (state: DeliveryState, found: Progress | undefined): DeliveryState =>
  state.batch === undefined || found === undefined
    ? state
    : { ...state, batch: { ...state.batch, files: [...found.files], listing: found.listing } };

/** Stores what a step started. Without anything to wait for, the next step follows immediately. */
export function progressed(
  state: DeliveryState & { readonly batch: OutgoingBatch },
  { files: own, listing }: Progress,
): DeliveryState {
  const files = furthest(state.batch.files, own);
  const batch = { ...state.batch, files, listing };
  if (listing !== undefined || files.some(isRunning))
    return { ...state, batch, is_waiting: true, next_at: now() + eventMs };
  return { ...state, batch, is_waiting: false, tries: 0, next_at: now() };
}

/** An event of AWS Transfer Family. */
export interface TransferOutcome {
  readonly kind: 'send' | 'move' | 'listing';
  readonly isCompleted: boolean;
  readonly id: string;
  /** The name of the file without `.part`. */
  readonly name: string;
  readonly reason: string;
}

/** The states in which a file waits for an event, and the states after it. */
const expected = {
  send: { before: ['written', 'sending'], completed: 'sent', failed: 'written' },
  // The server may have renamed the file before the connection broke: a list of its folder shows that.
  move: { before: ['sent', 'moving'], completed: 'done', failed: 'moving' },
} as const;

function afterFile(state: DeliveryState, batch: OutgoingBatch, outcome: TransferOutcome) {
  if (outcome.kind === 'listing') return undefined;
  const { before, completed, failed } = expected[outcome.kind];
  const file = batch.files.find(({ name }) => name === outcome.name);
  if (file === undefined || !before.some((each) => each === file.state)) return undefined;
  // An earlier try says nothing of this one, which may be writing the same file. A rename is never undone.
  const isOther = file.id !== undefined && file.id !== outcome.id;
  if (isOther && (outcome.kind === 'send' || !outcome.isCompleted)) return undefined;
  const next = withState(file, outcome.isCompleted ? completed : failed);
  const files = batch.files.map((each) => (each === file ? next : each));
  const changed = { ...state, batch: { ...batch, files } };
  if (!outcome.isCompleted) return postponed(changed, outcome.reason);
  const isOver = !files.some((each) => isRunning(each) || each.state === 'written');
  return isOver ? { ...changed, is_waiting: true, next_at: now() } : changed;
}

/** The state after an event; undefined if the event changes nothing. */
export function afterOutcome(state: DeliveryState, outcome: TransferOutcome): DeliveryState | undefined {
  const { batch } = state;
  if (batch === undefined || state.failed_at !== undefined) return undefined;
  if (outcome.kind !== 'listing') return afterFile(state, batch, outcome);
  if (batch.listing?.id !== outcome.id) return undefined;
  if (outcome.isCompleted) return { ...state, is_waiting: true, next_at: now() };
  return postponed({ ...state, batch: { ...batch, listing: undefined } }, outcome.reason);
}

/** The state after a batch. What was queued in the meantime is next. */
export const ended = (state: DeliveryState, batch: OutgoingBatch): DeliveryState => ({
  ...state,
  ...{ batch: undefined, batches: batch.number, reason: undefined, tries: 0, is_waiting: false },
  ...{ next_at: now(), cursors: { ...state.cursors, ...batch.cursors }, mark: batch.mark ?? state.mark },
});
