import { routes } from '../../shared/api/routes.ts';
import type { Patch, Value } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { ServerError, UnauthorizedError, wordsOf } from '../api-client/errors.ts';
import { keepVisitorAnswers, keepVisitorDates } from '../session/anonymous-answers.ts';
import { known } from '../session/session.ts';
import { type Kept, keepUnsaved } from '../session/unsaved-answers.ts';
import { answersNow } from './form-store.ts';
import { forgetSent, nextOrder, notOurs, rememberSent } from './own-saves.ts';
import { partialDatesNow } from './partial-dates.ts';
import { calm, saving } from './save-status.ts';

const pause = 1_000;
const retryPause = 5_000;

/** Of a save that nobody waits for: `failed` has dealt with it. */
const heard = (): void => {};

const unsaved = new Map<string, Value>();
let revision: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The server asked not to hear of a save in the background before this time. */
let notBefore = 0;
let running: Promise<void> | undefined;

/** The page is based on this revision, or on the older one that what was kept in this tab is based on. */
export function startFrom(known: number, kept?: Kept): void {
  revision = kept?.revision === undefined ? known : Math.min(known, kept.revision);
  if (kept !== undefined) rememberSent(Object.entries(kept.answers));
}

export function forgetUnsaved(): void {
  clearTimeout(timer);
  for (const key of unsaved.keys()) forgetSent(key);
  unsaved.clear();
  revision = undefined;
  saving.setState(calm);
}

const unsavedNow = (): Patch => Object.fromEntries(unsaved);

/** What is not acknowledged also lies in this tab's own storage. */
export const keepInTab = (): void =>
  keepUnsaved({ answers: unsavedNow(), revision, partialDates: partialDatesNow() });

/** The same for partial dates, of which the server hears nothing. */
export const keepPartialDates = (): void =>
  known().is_logged_in ? keepInTab() : keepVisitorDates(partialDatesNow());

const body = (batch: ReadonlyMap<string, Value>) => ({
  answer: Object.fromEntries(batch),
  ...(revision === undefined ? {} : { revision }),
  order: nextOrder(),
});

function acknowledged(batch: ReadonlyMap<string, Value>): void {
  for (const [key, value] of batch)
    if (unsaved.get(key) === value) {
      unsaved.delete(key);
      forgetSent(key);
    }
  keepInTab();
}

const mayHelpLater = (error: unknown) =>
  error instanceof ServerError && (error.status === 0 || error.status === 429 || error.status >= 500);

let beforeRefusing: (error: unknown) => void = heard;
/** Says who looks into a save that is refused for good. */
export const onRefused = (look: (error: unknown) => void): void => {
  beforeRefusing = look;
};

/** Whoever asked for the save hears of its failure; the queue goes on by itself where trying again can help. */
function failed(error: unknown): void {
  if (error instanceof UnauthorizedError || unsaved.size === 0) return;
  const isTriedAgain = mayHelpLater(error);
  saving.setState({ state: isTriedAgain ? 'failed' : 'refused', reason: wordsOf(error) });
  clearTimeout(timer);
  const wait = error instanceof ServerError ? error.retryAfter * 1_000 : 0;
  notBefore = Date.now() + wait;
  if (isTriedAgain) timer = setTimeout(saveQuietly, wait || retryPause);
  else beforeRefusing(error);
}

/** What arrives even when the page is gone: hiding a page and closing it come one after the other. */
let arriving: ReadonlyMap<string, Value> = new Map();
const isArriving = () => [...unsaved].every(([key, value]) => arriving.get(key) === value);

async function send({ keepalive = false } = {}): Promise<void> {
  const batch = new Map(unsaved);
  if (keepalive) arriving = batch;
  saving.setState({ state: 'saving' });
  rememberSent(batch);
  try {
    const reply = await call(routes.application.putAnswer, { body: body(batch) }, { keepalive });
    const elsewhere = notOurs(reply.conflicts);
    acknowledged(batch);
    revision = Math.max(revision ?? 0, reply.revision);
    saving.setState(({ conflicts }) => ({
      state: 'saved',
      at: Date.now(),
      conflicts: { ...conflicts, ...elsewhere },
    }));
  } catch (error) {
    failed(error);
    throw error;
  } finally {
    if (arriving === batch) arriving = new Map();
  }
}

/** Resolves when everything typed so far is acknowledged; throws when it is not. One save runs at a time. */
export async function saveNow(): Promise<void> {
  clearTimeout(timer);
  if (!known().is_logged_in) return keepVisitorAnswers(answersNow());
  while (running !== undefined || unsaved.size > 0) {
    running ??= send().finally(() => {
      running = undefined;
    });
    await running;
  }
}

/** Saving in the background: the quiet line says how it stands. */
function saveQuietly(): void {
  const wait = notBefore - Date.now();
  clearTimeout(timer);
  if (wait > 0) timer = setTimeout(saveQuietly, wait);
  else saveNow().catch(heard);
}

/** Answers that changed are saved a second later (decision D-07); a visitor's stay in this tab. */
export function changed(patch: Patch): void {
  for (const [key, value] of Object.entries(patch)) if (value !== undefined) unsaved.set(key, value);
  if (known().is_logged_in) keepInTab();
  clearTimeout(timer);
  timer = setTimeout(saveQuietly, pause);
}

const isWaiting = () => known().is_logged_in && unsaved.size > 0;

function saveWhatWaits(): void {
  if (isWaiting()) saveQuietly();
}

/** What a page that closes, or that nobody looks at any more, still sends. */
function saveAtLast(): void {
  if (!known().is_logged_in) keepVisitorAnswers(answersNow());
  if (isWaiting() && !isArriving()) send({ keepalive: true }).catch(heard);
}

/** Closing the tab would lose what could not be sent; only then the browser asks. */
function askBeforeLosing(event: BeforeUnloadEvent): void {
  if (isWaiting() && (saving.getState().state === 'failed' || !navigator.onLine)) event.preventDefault();
}

/** Beside the pause after a change: on leaving a field, when the network returns, and when the page goes. */
export function saveByItself(): void {
  if (!('document' in globalThis)) return; // a page that is drawn ahead of time
  addEventListener('focusout', saveWhatWaits);
  addEventListener('online', saveWhatWaits);
  addEventListener('pagehide', saveAtLast);
  addEventListener('beforeunload', askBeforeLosing);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveAtLast();
  });
}
