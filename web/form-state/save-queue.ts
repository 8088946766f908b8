import { routes } from '../../shared/api/routes.ts';
import type { Patch, Value } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, ServerError, UnauthorizedError } from '../api-client/errors.ts';
import { saveAnonymousAnswers, saveAnonymousDates } from '../session/anonymous-answers.ts';
import { getSession } from '../session/session.ts';
import { type Draft, saveDraft } from '../session/unsaved-answers.ts';
import { getAnswers } from './form-store.ts';
import { conflictsFromElsewhere, forgetSent, nextSaveOrder, rememberSent } from './own-saves.ts';
import { getPartialDates } from './partial-dates.ts';
import { idle, saveStatus } from './save-status.ts';

const pause = 1_000;
const retryPause = 5_000;

/** For a save that nobody awaits: `handleFailure` has already dealt with its error. */
const ignoreResult = (): void => {};

const unsaved = new Map<string, Value>();
let revision: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The server asked for no save in the background before this time. */
let notBefore = 0;
let running: Promise<void> | undefined;

/** Starts from the revision that was loaded, or from the older one that the draft in this tab is based on. */
export function startQueue(loaded: number, draft?: Draft): void {
  revision = draft?.revision === undefined ? loaded : Math.min(loaded, draft.revision);
  if (draft !== undefined) rememberSent(Object.entries(draft.answers));
}

export function discardUnsaved(): void {
  clearTimeout(timer);
  for (const key of unsaved.keys()) forgetSent(key);
  unsaved.clear();
  revision = undefined;
  saveStatus.setState(idle);
}

/** Keeps what the server has not acknowledged in the storage of this tab as well. */
export const persistDraft = (): void =>
  saveDraft({ answers: Object.fromEntries(unsaved), revision, partialDates: getPartialDates() });

/** Keeps partial dates, which the server does not store, in this tab. */
export const persistPartialDates = (): void =>
  getSession().is_logged_in ? persistDraft() : saveAnonymousDates(getPartialDates());

const body = (batch: ReadonlyMap<string, Value>) => ({
  answer: Object.fromEntries(batch),
  ...(revision === undefined ? {} : { revision }),
  order: nextSaveOrder(),
});

function markSaved(batch: ReadonlyMap<string, Value>): void {
  for (const [key, value] of batch)
    if (unsaved.get(key) === value) {
      unsaved.delete(key);
      forgetSent(key);
    }
  persistDraft();
}

const isWorthRetrying = (error: unknown) =>
  error instanceof ServerError && (error.status === 0 || error.status === 429 || error.status >= 500);

let onRejected: (error: unknown) => Promise<void> = async () => {};

/** The queue tries again by itself where that can help; whoever awaits the save hears of the error as well. */
function handleFailure(error: unknown): void {
  if (error instanceof UnauthorizedError || unsaved.size === 0) return;
  const isRetried = isWorthRetrying(error);
  saveStatus.setState({ state: isRetried ? 'failed' : 'rejected', reason: errorMessage(error) });
  clearTimeout(timer);
  const wait = error instanceof ServerError ? error.retryAfter * 1_000 : 0;
  notBefore = Date.now() + wait;
  if (isRetried) timer = setTimeout(saveQuietly, wait || retryPause);
  else onRejected(error).catch(ignoreResult);
}

/** What a request that outlives the page carries. A page is hidden and then closed: the second time sends nothing twice. */
let sentOnExit: ReadonlyMap<string, Value> = new Map();
const isSentOnExit = () => [...unsaved].every(([key, value]) => sentOnExit.get(key) === value);

async function send({ keepalive = false } = {}): Promise<void> {
  const batch = new Map(unsaved);
  if (keepalive) sentOnExit = batch;
  saveStatus.setState({ state: 'saving' });
  rememberSent(batch);
  try {
    const reply = await call(routes.application.putAnswer, { body: body(batch) }, { keepalive });
    const elsewhere = conflictsFromElsewhere(reply.conflicts);
    markSaved(batch);
    revision = Math.max(revision ?? 0, reply.revision);
    saveStatus.setState(({ conflicts }) => ({
      state: 'saved',
      at: Date.now(),
      conflicts: { ...conflicts, ...elsewhere },
    }));
  } catch (error) {
    handleFailure(error);
    throw error;
  } finally {
    if (sentOnExit === batch) sentOnExit = new Map();
  }
}

/** Resolves when the server has everything typed so far; rejects when it has not. One save runs at a time. */
export async function saveNow(): Promise<void> {
  clearTimeout(timer);
  if (!getSession().is_logged_in) return saveAnonymousAnswers(getAnswers());
  while (running !== undefined || unsaved.size > 0) {
    running ??= send().finally(() => {
      running = undefined;
    });
    await running;
  }
}

/** Saves in the background; the save status tells the applicant how that went. */
function saveQuietly(): void {
  const wait = notBefore - Date.now();
  clearTimeout(timer);
  if (wait > 0) timer = setTimeout(saveQuietly, wait);
  else saveNow().catch(ignoreResult);
}

/** Saves changed answers one second after the last change. An anonymous visitor's stay in this tab. */
export function enqueue(patch: Patch): void {
  for (const [key, value] of Object.entries(patch)) if (value !== undefined) unsaved.set(key, value);
  if (getSession().is_logged_in) persistDraft();
  clearTimeout(timer);
  timer = setTimeout(saveQuietly, pause);
}

const isWaiting = () => getSession().is_logged_in && unsaved.size > 0;

function saveWaiting(): void {
  if (isWaiting()) saveQuietly();
}

/** Sends what is waiting when the page is closed or hidden. */
function saveOnExit(): void {
  if (!getSession().is_logged_in) saveAnonymousAnswers(getAnswers());
  if (isWaiting() && !isSentOnExit()) send({ keepalive: true }).catch(ignoreResult);
}

/** The browser asks before it closes the page, but only when answers could not be sent. */
function askBeforeLosing(event: BeforeUnloadEvent): void {
  if (isWaiting() && (saveStatus.getState().state === 'failed' || !navigator.onLine)) event.preventDefault();
}

interface AutosaveSettings {
  /** Runs when the server rejects a save for good. */
  readonly onRejected: (error: unknown) => Promise<void>;
}

/** Besides saving after a pause, saves when a field is left, when the network is back, and when the page is left. */
export function startAutosave(settings: AutosaveSettings): void {
  ({ onRejected } = settings);
  addEventListener('focusout', saveWaiting);
  addEventListener('online', saveWaiting);
  addEventListener('pagehide', saveOnExit);
  addEventListener('beforeunload', askBeforeLosing);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveOnExit();
  });
}
