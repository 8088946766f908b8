import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { routes } from '../../shared/api/routes.ts';
import type { Patch, Value } from '../../shared/form/index.ts';
import { call } from '../api/call.ts';
import { ServerError } from '../api/errors.ts';
import { known } from '../session/snapshot.ts';
import { keepVisitorAnswers } from '../session/visitor-answers.ts';
import { answersNow } from './standing.ts';

interface Saving {
  readonly state: 'idle' | 'saving' | 'saved' | 'failed';
  readonly at: number;
  /** Older values of keys that another tab or device had changed meanwhile (decision H-22). */
  readonly conflicts: Patch;
}
const calm: Saving = { state: 'idle', at: 0, conflicts: {} };
const saving = createStore<Saving>(() => calm);
export const useSaving = (): Saving => useStore(saving);
export const settleConflicts = (): void => saving.setState({ conflicts: {} });

const pause = 1_000;
const retryPause = 5_000;

const unsaved = new Map<string, Value>();
let revision: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | undefined;

export const startFrom = (known: number): void => {
  revision = known;
};

export function forgetUnsaved(): void {
  clearTimeout(timer);
  unsaved.clear();
  revision = undefined;
  saving.setState(calm);
}

export const unsavedNow = (): Patch => Object.fromEntries(unsaved);

const body = (batch: ReadonlyMap<string, Value>) => ({
  answer: Object.fromEntries(batch),
  ...(revision === undefined ? {} : { revision }),
});

function acknowledged(batch: ReadonlyMap<string, Value>): void {
  for (const [key, value] of batch) if (unsaved.get(key) === value) unsaved.delete(key);
}

async function send(): Promise<void> {
  const batch = new Map(unsaved);
  saving.setState({ state: 'saving' });
  try {
    const reply = await call(routes.application.putAnswer, { body: body(batch) });
    acknowledged(batch);
    revision = reply.revision;
    saving.setState(({ conflicts }) => ({
      state: 'saved',
      at: Date.now(),
      conflicts: { ...conflicts, ...reply.conflicts },
    }));
  } catch (error) {
    saving.setState({ state: 'failed' });
    throw error;
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

const mayHelpLater = (error: unknown) =>
  error instanceof ServerError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Saving in the background: it keeps trying where trying can help, and the quiet line says how it stands. */
const saveQuietly = (): Promise<void> =>
  saveNow().catch((error: unknown) => {
    if (mayHelpLater(error)) timer = setTimeout(saveQuietly, retryPause);
  });

/** Answers that changed are saved a second later (decision D-07); a visitor's stay in this tab. */
export function changed(patch: Patch): void {
  for (const [key, value] of Object.entries(patch)) if (value !== undefined) unsaved.set(key, value);
  clearTimeout(timer);
  timer = setTimeout(saveQuietly, pause);
}

/** What a closing page still sends. */
function saveAtLast(): void {
  if (!known().is_logged_in) keepVisitorAnswers(answersNow());
  if (!known().is_logged_in || unsaved.size === 0) return;
  call(routes.application.putAnswer, { body: body(unsaved) }, { keepalive: true }).catch(() => {
    // The page is going: nobody is left to tell.
  });
}

export const saveOnLeaving = (): void => addEventListener('pagehide', saveAtLast);
