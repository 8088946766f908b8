import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The way back from a change, and the element that gets the focus: a question's key or name, or an id. */
export interface Restore {
  readonly act: () => void;
  readonly at: string;
  /** What it takes back, for whoever offers it again. */
  readonly of?: unknown;
}

/** What the page did by itself, and how to take it back. */
export interface StatusMessage {
  readonly text: string;
  readonly restore?: Restore | undefined;
  /** Grows with every message: the same text twice is announced twice. */
  readonly times: number;
}
const store = createStore<StatusMessage>(() => ({ text: '', times: 0 }));

export const statusMessage = (): StatusMessage => store.getState();

/** Shows a message at the bottom of the form, where a screen reader announces it politely. */
export const announce = (text: string, restore?: Restore): void =>
  store.setState(({ times }) => ({ text, restore, times: times + 1 }), true);
export const clearStatusMessage = (): void => {
  if (statusMessage().text !== '') announce('');
};
export const useStatusMessage = (): StatusMessage => useStore(store);
