import { applicationRoutes } from '../../shared/api/application-routes.ts';
import {
  answeredMarker,
  cleanValue,
  type Patch,
  type PlacedQuestion,
  storageError,
  type Value,
  walk,
} from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, ServerError, UnauthorizedError } from '../api-client/errors.ts';
import { saveAnonymousAnswers } from '../session/anonymous-answers.ts';
import { getSession } from '../session/session.ts';
import { type Draft, saveDraft } from '../session/unsaved-answers.ts';
import { toast } from '../ui/toast.ts';
import { revalidate } from './errors.ts';
import { getAnswers, setAnswers } from './form-store.ts';
import { conflictsFromElsewhere, forgetSent, nextSaveOrder, rememberSent, sentValues } from './own-saves.ts';
import { partnerForm, storedField } from './partner-form.ts';
import { idleStatus, removeConflicts, saveStatus } from './save-status.ts';

const saveDelayMs = 1_000;
const retryDelayMs = 5_000;
/** Writing the draft for each letter would slow down typing. */
const draftDelayMs = 250;

/** The causes of toasts about a save that failed, and about an answer that cannot be stored. */
export const [saveCause, refusalCause] = ['save', 'refused answer'];

/** For a save whose result is not used: `#handleFailure` has already handled its error. */
const ignoreResult = (): void => {};

const isWorthRetrying = (error: unknown) =>
  error instanceof ServerError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** The question whose answer, or a part of it, is stored under a key. */
const questionOf = (key: string): PlacedQuestion | undefined =>
  walk(partnerForm()).questions.find(({ keys }) => keys.includes(key));

/** A value as it is sent and stored. */
function cleaned(key: string, value: Value): Value {
  const field = storedField(key);
  return field === undefined ? value : cleanValue(field, value);
}

/** Why the server would not store a value, as the end of a sentence. It checks the same again. */
function refusalOf(key: string, value: Value): string | undefined {
  const field = storedField(key);
  return field === undefined ? undefined : storageError(field, cleaned(key, value));
}

/**
 * A changed answer that the page does not show yet, also before what is typed was cleaned. A marker of a file
 * says nothing without the file.
 */
const isNew = ([key, value]: readonly [string, Value]) => {
  const shown = getAnswers()[key];
  const sent = shown === undefined ? undefined : cleaned(key, shown);
  return value !== sent && ![value, sent].includes(answeredMarker);
};

interface AutosaveSettings {
  /** Called when the server rejects a save permanently. */
  readonly onRejected: (error: unknown) => Promise<void>;
}

/**
 * The answers of this page that the server has not acknowledged. Saves run one at a time: one second after
 * the last change, on blur, when the browser is online again, and when the page closes. A failed save is
 * repeated where that can help.
 */
class SaveQueue {
  readonly #unsaved = new Map<string, Value>();
  /** Why answers cannot be stored. They stay on the page and in the draft, and travel with no save. */
  readonly #refused = new Map<string, string>();
  /** Keys of conflicts between whose values the applicant has chosen. The next save reports them. */
  readonly #resolved = new Set<string>();
  #revision: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  /** The time in milliseconds since 1970 before which the server asked not to save again. */
  #notBefore = 0;
  #runningSave: Promise<void> | undefined;
  /**
   * Answers of the request that outlives the page. `pagehide` follows `visibilitychange` and must not send
   * them twice.
   */
  #sentOnExit: ReadonlyMap<string, Value> = new Map();
  #onRejected: AutosaveSettings['onRejected'] = async () => {};

  /** Starts from the loaded revision, or from the older one that the draft in this tab is based on. */
  start(loadedRevision: number | undefined, draft: Draft): void {
    this.#revision =
      loadedRevision === undefined ? undefined : Math.min(loadedRevision, draft.revision ?? loadedRevision);
    rememberSent(Object.entries(draft.answers));
    for (const [key, values] of Object.entries(draft.sent ?? {}))
      rememberSent(values.map((value) => [key, value]));
  }

  discard(): void {
    clearTimeout(this.#timer);
    this.#forgetDraftTimer();
    for (const key of this.#unsaved.keys()) forgetSent(key);
    this.#unsaved.clear();
    this.#refused.clear();
    this.#resolved.clear();
    this.#revision = undefined;
    saveStatus.set(idleStatus);
  }

  /** Stores answers that the server has not acknowledged in this tab too. */
  readonly persistDraft = (): void => {
    this.#forgetDraftTimer();
    saveDraft({
      answers: { ...Object.fromEntries(this.#unsaved), ...this.#refusedAnswers() },
      revision: this.#revision,
      sent: sentValues(),
    });
  };

  #forgetDraftTimer(): void {
    clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
  }

  /**
   * Saves changed answers one second after the last change. An anonymous visitor's answers stay in this tab
   * and never enter the queue: a save right after the log-in would replace the account's answers, which the
   * page does not know yet.
   */
  add(patch: Patch): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#saveQuietly, saveDelayMs);
    for (const [key, value] of Object.entries(patch)) if (value !== undefined) this.#take(key, value);
    this.#showRefused();
    if (getSession().is_logged_in) this.#draftTimer ??= setTimeout(this.persistDraft, draftDelayMs);
  }

  #take(key: string, value: Value): void {
    const reason = refusalOf(key, value);
    if (reason === undefined) this.#refused.delete(key);
    else this.#refused.set(key, reason);
    if (reason !== undefined) this.#unsaved.delete(key);
    else if (getSession().is_logged_in) this.#unsaved.set(key, value);
  }

  #refusedAnswers(): Patch {
    return Object.fromEntries(
      [...this.#refused.keys()].map((key): [string, Value] => [key, getAnswers()[key] ?? '']),
    );
  }

  /** Names refused answers at their fields and in the save status, until they are changed. */
  #showRefused(): void {
    const all = [...this.#refused].map(([key, reason]) => ({ question: questionOf(key), key, reason }));
    const refused = Object.fromEntries(
      all.map(({ question, key, reason }) => [
        question?.errorKey ?? key,
        `This answer ${reason}, so it can't be saved.`,
      ]),
    );
    const [first] = all;
    if (first === undefined) toast.closeCause(refusalCause);
    if (first === undefined && Object.keys(saveStatus.get().refused).length === 0) return;
    saveStatus.change({
      refused,
      ...(first && {
        state: 'rejected',
        reason: `${first.question?.question.label ?? first.key} ${first.reason}.`,
      }),
    });
  }

  /** The key of the errors of the first answer of a page that cannot be stored. */
  refusedOn(page: string): string | undefined {
    const key = [...this.#refused.keys()].find((each) => storedField(each)?.page === page);
    return key === undefined ? undefined : (questionOf(key)?.errorKey ?? key);
  }

  /** Resolves when the server has everything entered so far that can be stored; rejects otherwise. */
  readonly save = async (): Promise<void> => {
    clearTimeout(this.#timer);
    if (!getSession().is_logged_in) return saveAnonymousAnswers(getAnswers());
    while (this.#runningSave !== undefined || this.#hasUnsaved()) await this.#sendOnce();
  };

  /** Resolves when the server has everything entered so far; rejects otherwise. */
  readonly saveAll = async (): Promise<void> => {
    await this.save();
    if (this.#refused.size > 0) throw new ServerError(saveStatus.get().reason, 400);
  };

  /**
   * Saves as 'Save and Continue', the steps, Submit and uploads always do. When everything is saved already,
   * the save is empty: sending stored answers again would replace newer ones from another device. Nothing
   * depends on an empty save, so it may fail.
   */
  async saveOnContinue(): Promise<void> {
    if (getSession().is_logged_in && this.#runningSave === undefined && !this.#hasUnsaved())
      await this.#sendOnce().catch((error) => {
        if (error instanceof UnauthorizedError) throw error;
      });
    return this.save();
  }

  /** Shows the conflicts that the server keeps. The next save resolves those between values of this tab. */
  showConflicts(stored: Patch): void {
    const conflicts = conflictsFromElsewhere(stored);
    for (const key of Object.keys(stored)) if (!(key in conflicts)) this.#resolved.add(key);
    saveStatus.change({ conflicts, areConflictsLoaded: true });
    if (this.#resolved.size > 0) this.#saveQuietly();
  }

  /**
   * Ends conflicts between whose values the applicant has chosen. Until that is saved, the next load asks
   * again.
   */
  resolveConflicts(keys: readonly string[]): void {
    removeConflicts(keys);
    for (const key of keys) this.#resolved.add(key);
    this.#saveQuietly();
  }

  /** Starts to save on blur, when the browser is online again, and when the page closes. */
  startAutosave({ onRejected }: AutosaveSettings): void {
    this.#onRejected = onRejected;
    const saveWaiting = () => {
      if (this.#isWaiting()) this.#saveQuietly();
    };
    addEventListener('focusout', saveWaiting);
    addEventListener('online', saveWaiting);
    addEventListener('pagehide', () => this.#saveOnExit());
    addEventListener('beforeunload', (event) => this.#askBeforeLosing(event));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.#saveOnExit();
    });
  }

  /** Stores and sends waiting answers when the page is closed or hidden. */
  #saveOnExit(): void {
    if (!getSession().is_logged_in) saveAnonymousAnswers(getAnswers());
    else if (this.#draftTimer !== undefined) this.persistDraft();
    const isSent = [...this.#unsaved].every(([key, value]) => this.#sentOnExit.get(key) === value);
    if (this.#isWaiting() && !isSent) this.#send({ keepalive: true }).catch(ignoreResult);
  }

  /** Makes the browser ask before it closes the page, but only when answers could not be sent. */
  #askBeforeLosing(event: BeforeUnloadEvent): void {
    const hasFailed = ['failed', 'rejected'].includes(saveStatus.get().state) || !navigator.onLine;
    const isRefused = getSession().is_logged_in && this.#refused.size > 0;
    if (isRefused || (this.#isWaiting() && hasFailed)) event.preventDefault();
  }

  #hasUnsaved(): boolean {
    return this.#unsaved.size > 0 || this.#resolved.size > 0;
  }

  #isWaiting(): boolean {
    return getSession().is_logged_in && this.#unsaved.size > 0;
  }

  /** Saves in the background; the save status shows the result. */
  readonly #saveQuietly = (): void => {
    const wait = this.#notBefore - Date.now();
    clearTimeout(this.#timer);
    if (wait > 0) this.#timer = setTimeout(this.#saveQuietly, wait);
    else this.save().catch(ignoreResult);
  };

  /** Only one save runs at a time. */
  #sendOnce(): Promise<void> {
    this.#runningSave ??= this.#send().finally(() => {
      this.#runningSave = undefined;
    });
    return this.#runningSave;
  }

  async #send({ keepalive = false } = {}): Promise<void> {
    const [batch, resolvedKeys] = [new Map(this.#unsaved), [...this.#resolved]];
    if (keepalive) this.#sentOnExit = batch;
    const hasAnswers = batch.size > 0;
    if (hasAnswers) saveStatus.change({ state: 'saving' });
    // Without a network no request leaves the page, so these values can cause no conflict.
    if (navigator.onLine) rememberSent([...batch].map(([key, value]) => [key, cleaned(key, value)]));
    this.persistDraft();
    try {
      const request = { body: this.#body(batch, resolvedKeys) };
      const reply = await call(applicationRoutes.putAnswer, request, { keepalive });
      for (const key of resolvedKeys) this.#resolved.delete(key);
      this.#takeConflicts(reply.conflicts);
      const isCurrent = this.#adoptChanges(reply.changed, reply.revision);
      this.#refuse(reply.refused, batch);
      this.#markSaved(batch, isCurrent);
      toast.closeCause(saveCause);
      if (hasAnswers) saveStatus.change({ state: 'saved', at: Date.now() });
      this.#showRefused();
    } catch (error) {
      this.#handleFailure(error);
      throw error;
    } finally {
      if (this.#sentOnExit === batch) this.#sentOnExit = new Map();
    }
  }

  #body(batch: ReadonlyMap<string, Value>, resolvedKeys: string[]) {
    return {
      answer: Object.fromEntries([...batch].map(([key, value]) => [key, cleaned(key, value)])),
      ...(resolvedKeys.length === 0 ? {} : { resolved: resolvedKeys }),
      ...(this.#revision === undefined ? {} : { revision: this.#revision }),
      order: nextSaveOrder(),
    };
  }

  /** Keeps answers that the server refused, unless they were changed in the meantime. */
  #refuse(refused: Readonly<Record<string, string>>, batch: ReadonlyMap<string, Value>): void {
    for (const [key, reason] of Object.entries(refused))
      if (this.#unsaved.get(key) === batch.get(key)) this.#refused.set(key, reason);
  }

  /**
   * On an older revision, the server names this page's own values too; they are remembered until it is
   * current.
   */
  #markSaved(batch: ReadonlyMap<string, Value>, isCurrent: boolean): void {
    for (const [key, value] of batch)
      if (this.#unsaved.get(key) === value) {
        this.#unsaved.delete(key);
        if (isCurrent) forgetSent(key);
      }
    this.persistDraft();
  }

  /** Schedules another attempt where that can help. The caller of `save` receives the error too. */
  #handleFailure(error: unknown): void {
    if (error instanceof UnauthorizedError || this.#unsaved.size === 0) return;
    const isRetried = isWorthRetrying(error);
    saveStatus.change({
      state: isRetried ? 'failed' : 'rejected',
      reason: errorMessage(error),
    });
    clearTimeout(this.#timer);
    const wait = error instanceof ServerError ? error.retryAfter * 1_000 : 0;
    this.#notBefore = Date.now() + wait;
    if (isRetried) this.#timer = setTimeout(this.#saveQuietly, wait || retryDelayMs);
    else this.#onRejected(error).catch(ignoreResult);
  }

  /**
   * Adds new conflicts to those to ask about. Values that this page sent itself are resolved without asking.
   */
  #takeConflicts(replied: Patch): void {
    const newConflicts = conflictsFromElsewhere(replied);
    for (const key of Object.keys(replied)) if (!(key in newConflicts)) this.#resolved.add(key);
    if (Object.keys(newConflicts).length > 0)
      saveStatus.change({
        conflicts: { ...saveStatus.get().conflicts, ...newConflicts },
        areConflictsLoaded: false,
      });
  }

  /**
   * Shows answers that another tab or device changed, and moves on to the revision that has them. False when
   * one of them was edited here in the meantime: the page keeps its older revision, so that saving that edit
   * is a conflict.
   */
  #adoptChanges(changed: Patch, newRevision: number | undefined): boolean {
    const isUnsaved = (key: string) => this.#unsaved.has(key) || this.#refused.has(key);
    if (Object.keys(conflictsFromElsewhere(changed)).some(isUnsaved)) return false;
    const entries = Object.entries(changed).filter((entry) => !isUnsaved(entry[0]) && isNew(entry));
    if (entries.length > 0) {
      setAnswers(Object.fromEntries(entries));
      revalidate({ isQuiet: true });
    }
    if (newRevision !== undefined) this.#revision = Math.max(this.#revision ?? 0, newRevision);
    return true;
  }
}

export const saveQueue = new SaveQueue();
