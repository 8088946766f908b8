import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { speak } from '../ui/speak.ts';

/** How to restore what a change cleared, and the field to focus then: its key or name, or an element id. */
export interface RestoreAction {
  readonly run: () => void;
  readonly fieldId: string;
  /** What it restores, so that callers do not announce it twice. */
  readonly removal?: unknown;
}

/** What the page changed by itself, and how to restore it. */
export interface StatusMessage {
  readonly text: string;
  readonly restore?: RestoreAction | undefined;
}
const store = createStore<StatusMessage>(() => ({ text: '' }));

export const statusMessage = (): StatusMessage => store.getState();

/** Shows a message at the bottom of the form, and speaks it. */
export function announce(text: string, restore?: RestoreAction): void {
  store.setState({ text, restore }, true);
  speak(text);
}
export const clearStatusMessage = (): void => {
  if (statusMessage().text !== '') announce('');
};
export const useStatusMessage = (): StatusMessage => useStore(store);
