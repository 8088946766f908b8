import { routes } from '../../shared/api/routes.ts';
import { answeredMarker, type Patch, type Value, walk } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, ServerError, UnauthorizedError } from '../api-client/errors.ts';
import { saveAnonymousAnswers } from '../session/anonymous-answers.ts';
import { getSession } from '../session/session.ts';
import { type Draft, saveDraft } from '../session/unsaved-answers.ts';
import { revalidate } from './errors.ts';
import { getAnswers, setAnswers } from './form-store.ts';
import { conflictsFromElsewhere, forgetSent, nextSaveOrder, rememberSent, sentValues } from './own-saves.ts';
import { partnerForm } from './partner-form.ts';
import { idleStatus, removeConflicts, saveStatus } from './save-status.ts';

const saveDelay = 1_000;
const retryDelay = 5_000;

/** For a save whose result is not used: `handleFailure` has already handled its error. */
const ignoreResult = (): void => {};

const unsaved = new Map<string, Value>();
/** Keys of conflicts between whose values the applicant has chosen. The next save reports them. */
const resolved = new Set<string>();
let revision: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The time before which the server asked not to save again. */
let notBefore = 0;
let runningSave: Promise<void> | undefined;

/** Starts from the loaded revision, or from the older one that the draft in this tab is based on. */
export function startQueue(loadedRevision: number | undefined, draft: Draft): void {
  revision =
    loadedRevision === undefined ? undefined : Math.min(loadedRevision, draft.revision ?? loadedRevision);
  rememberSent(Object.entries(draft.answers));
  for (const [key, values] of Object.entries(draft.sent ?? {}))
    rememberSent(values.map((value) => [key, value]));
}

export function discardUnsaved(): void {
  clearTimeout(timer);
  for (const key of unsaved.keys()) forgetSent(key);
  unsaved.clear();
  resolved.clear();
  revision = undefined;
  saveStatus.setState(idleStatus);
}

/** Stores answers that the server has not acknowledged in this tab too. */
export const persistDraft = (): void =>
  saveDraft({ answers: Object.fromEntries(unsaved), revision, sent: sentValues() });

const body = (batch: ReadonlyMap<string, Value>, resolvedKeys: string[]) => ({
  answer: Object.fromEntries(batch),
  ...(resolvedKeys.length === 0 ? {} : { resolved: resolvedKeys }),
  ...(revision === undefined ? {} : { revision }),
  order: nextSaveOrder(),
});

/** On an older revision, the server names this page's own values too; they are remembered until it is current. */
function markSaved(batch: ReadonlyMap<string, Value>, isCurrent: boolean): void {
  for (const [key, value] of batch)
    if (unsaved.get(key) === value) {
      unsaved.delete(key);
      if (isCurrent) forgetSent(key);
    }
  persistDraft();
}

const isWorthRetrying = (error: unknown) =>
  error instanceof ServerError && (error.status === 0 || error.status === 429 || error.status >= 500);

let onRejected: (error: unknown) => Promise<void> = async () => {};

/** The server names the key of an answer that it rejects; the page names the question. */
const withQuestion = (message: string): string =>
  message.replace(
    /^\w+(?= )/,
    (key) => walk(partnerForm()).questions.find(({ keys }) => keys.includes(key))?.question.label ?? key,
  );

/** Schedules another attempt where that can help. The caller of `saveNow` receives the error too. */
function handleFailure(error: unknown): void {
  if (error instanceof UnauthorizedError || unsaved.size === 0) return;
  const isRetried = isWorthRetrying(error);
  saveStatus.setState({
    state: isRetried ? 'failed' : 'rejected',
    reason: withQuestion(errorMessage(error)),
  });
  clearTimeout(timer);
  const wait = error instanceof ServerError ? error.retryAfter * 1_000 : 0;
  notBefore = Date.now() + wait;
  if (isRetried) timer = setTimeout(saveQuietly, wait || retryDelay);
  else onRejected(error).catch(ignoreResult);
}

/**
 * The answers of the request that outlives the page. A page is hidden and then closed; the second event sends nothing
 * twice.
 */
let sentOnExit: ReadonlyMap<string, Value> = new Map();
const isSentOnExit = () => [...unsaved].every(([key, value]) => sentOnExit.get(key) === value);

/** Adds new conflicts to those to ask about. Values that this page sent itself are resolved without asking. */
function takeConflicts(replied: Patch): void {
  const newConflicts = conflictsFromElsewhere(replied);
  for (const key of Object.keys(replied)) if (!(key in newConflicts)) resolved.add(key);
  if (Object.keys(newConflicts).length > 0)
    saveStatus.setState(({ conflicts }) => ({
      conflicts: { ...conflicts, ...newConflicts },
      areConflictsLoaded: false,
    }));
}

/** Shows the conflicts that the server keeps. The next save resolves those between values of this tab. */
export function showConflicts(stored: Patch): void {
  const conflicts = conflictsFromElsewhere(stored);
  for (const key of Object.keys(stored)) if (!(key in conflicts)) resolved.add(key);
  saveStatus.setState({ conflicts, areConflictsLoaded: true });
  if (resolved.size > 0) saveQuietly();
}

/** Markers of files say nothing without the file. */
const isNew = ([key, value]: readonly [string, Value]) =>
  value !== getAnswers()[key] && ![value, getAnswers()[key]].includes(answeredMarker);

/**
 * Shows answers that another tab or device changed, and moves on to the revision that has them. False when one of them
 * was edited here meanwhile: the page keeps its older revision, so that saving that edit is a conflict.
 */
function adoptChanges(changed: Patch, newRevision: number | undefined): boolean {
  if (Object.keys(conflictsFromElsewhere(changed)).some((key) => unsaved.has(key))) return false;
  const entries = Object.entries(changed).filter((entry) => !unsaved.has(entry[0]) && isNew(entry));
  if (entries.length > 0) {
    setAnswers(Object.fromEntries(entries));
    revalidate({ isQuiet: true });
  }
  if (newRevision !== undefined) revision = Math.max(revision ?? 0, newRevision);
  return true;
}

async function send({ keepalive = false } = {}): Promise<void> {
  const [batch, resolvedKeys] = [new Map(unsaved), [...resolved]];
  if (keepalive) sentOnExit = batch;
  const hasAnswers = batch.size > 0;
  if (hasAnswers) saveStatus.setState({ state: 'saving' });
  rememberSent(batch);
  persistDraft();
  try {
    const request = { body: body(batch, resolvedKeys) };
    const reply = await call(routes.application.putAnswer, request, { keepalive });
    for (const key of resolvedKeys) resolved.delete(key);
    takeConflicts(reply.conflicts);
    const isCurrent = adoptChanges(reply.changed, reply.revision);
    markSaved(batch, isCurrent);
    if (hasAnswers) saveStatus.setState({ state: 'saved', at: Date.now() });
  } catch (error) {
    handleFailure(error);
    throw error;
  } finally {
    if (sentOnExit === batch) sentOnExit = new Map();
  }
}

const hasUnsaved = () => unsaved.size > 0 || resolved.size > 0;

/** Only one save runs at a time. */
function sendOnce(): Promise<void> {
  runningSave ??= send().finally(() => {
    runningSave = undefined;
  });
  return runningSave;
}

/** Resolves when the server has everything entered so far; rejects otherwise. */
export async function saveNow(): Promise<void> {
  clearTimeout(timer);
  if (!getSession().is_logged_in) return saveAnonymousAnswers(getAnswers());
  while (runningSave !== undefined || hasUnsaved()) await sendOnce();
}

/**
 * Saves as 'Save and Continue', the steps, Submit and uploads always do. When everything is saved already, the save is empty:
 * sending stored answers again would replace newer ones from another device. Nothing depends on an empty save, so it
 * may fail.
 */
export async function saveOnContinue(): Promise<void> {
  if (getSession().is_logged_in && runningSave === undefined && !hasUnsaved())
    await sendOnce().catch((error) => {
      if (error instanceof UnauthorizedError) throw error;
    });
  return saveNow();
}

/** Ends conflicts between whose values the applicant has chosen. Until that is saved, the next load asks again. */
export function resolveConflicts(keys: readonly string[]): void {
  removeConflicts(keys);
  for (const key of keys) resolved.add(key);
  saveQuietly();
}

/** Saves in the background; the save status shows the result. */
function saveQuietly(): void {
  const wait = notBefore - Date.now();
  clearTimeout(timer);
  if (wait > 0) timer = setTimeout(saveQuietly, wait);
  else saveNow().catch(ignoreResult);
}

/**
 * Saves changed answers one second after the last change. An anonymous visitor's answers stay in this tab and never enter
 * the queue: a save right after the log-in would replace the account's answers, which the page does not know yet.
 */
export function enqueue(patch: Patch): void {
  clearTimeout(timer);
  timer = setTimeout(saveQuietly, saveDelay);
  if (!getSession().is_logged_in) return;
  for (const [key, value] of Object.entries(patch)) if (value !== undefined) unsaved.set(key, value);
  persistDraft();
}

const isWaiting = () => getSession().is_logged_in && unsaved.size > 0;

function saveWaiting(): void {
  if (isWaiting()) saveQuietly();
}

/** Sends waiting answers when the page is closed or hidden. */
function saveOnExit(): void {
  if (!getSession().is_logged_in) saveAnonymousAnswers(getAnswers());
  if (isWaiting() && !isSentOnExit()) send({ keepalive: true }).catch(ignoreResult);
}

/** Makes the browser ask before it closes the page, but only when answers could not be sent. */
function askBeforeLosing(event: BeforeUnloadEvent): void {
  if (isWaiting() && (saveStatus.getState().state === 'failed' || !navigator.onLine)) event.preventDefault();
}

interface AutosaveSettings {
  /** Called when the server rejects a save permanently. */
  readonly onRejected: (error: unknown) => Promise<void>;
}

/** Saves after a pause, on blur, when the browser is online again, and when the page closes. */
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
