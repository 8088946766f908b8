import * as v from 'valibot';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { tabStorage } from '../session/tab-storage.ts';
import { getDraftOwner } from '../session/unsaved-answers.ts';

const storageKey = 'correction-request';
const maxAgeMs = 30 * 60 * 1000;

const draft = v.object({ path: v.string(), key: v.string(), text: v.string() });
/** A request that the applicant has not sent. '' stands for a question or page that is not chosen. */
type Draft = Readonly<v.InferOutput<typeof draft>>;
const storedDraft = v.object({ ...draft.entries, owner: v.string(), at: v.number() });

interface State extends Draft {
  readonly owner: string;
  readonly isOpen: boolean;
  /** True from the first time on. The dialog stays, because closing it returns the focus. */
  readonly wasOpened: boolean;
}

const none = { path: '', key: '', text: '' };
const store = createStore<State>(() => ({ ...none, owner: '', isOpen: false, wasOpened: false }));

export const useRequest = <T>(select: (state: State) => T): T => useStore(store, select);
export const getRequest = (): Draft => store.getState();
export const changeRequest = (change: Partial<Draft>): void => store.setState(change);
export const closeRequest = (): void => store.setState({ isOpen: false });
export const clearRequest = (): void => store.setState({ ...none, isOpen: false });

/** Opens the dialog, for a page or as the applicant left it. Another page keeps the text that was typed. */
export const openRequest = (path?: string): void =>
  store.setState((before) => ({
    ...(path !== undefined && path !== before.path && { path, key: '' }),
    ...{ isOpen: true, wasOpened: true },
  }));

/** The text is stored only while the page is hidden or reloads: an applicant who logs out leaves none. */
function keepWhileHidden(): void {
  const { path, key, text, owner } = store.getState();
  if (document.visibilityState === 'hidden' && text !== '')
    tabStorage.write(storageKey, { path, key, text, owner, at: Date.now() });
  else tabStorage.remove(storageKey);
}

/** The text of before a reload, if it is of this applicant. */
function takeStored(owner: string): Draft {
  const stored = tabStorage.read(storageKey, storedDraft);
  tabStorage.remove(storageKey);
  if (stored?.owner !== owner || Date.now() - stored.at > maxAgeMs) return none;
  const { path, key, text } = stored;
  return { path, key, text };
}

/** Restores the request after a reload, and stores it for the next one. Returns a function that stops it. */
export function followRequest(): () => void {
  const owner = getDraftOwner();
  const before = store.getState();
  if (before.owner !== owner) {
    store.setState({ ...takeStored(owner), owner, isOpen: false, wasOpened: false });
    // A list of answers may load first, and its button was pressed.
    if (before.owner === '' && before.isOpen) openRequest(before.path);
  }
  document.addEventListener('visibilitychange', keepWhileHidden);
  return () => document.removeEventListener('visibilitychange', keepWhileHidden);
}
