import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { speak } from '../ui/speak.ts';

/** Restores answers that a change cleared, and then focuses a field: its key, its name, or an element id. */
export interface RestoreAction {
  readonly run: () => void;
  readonly fieldId: string;
  /** The removal that it restores. Callers compare it to announce each removal only once. */
  readonly removal?: unknown;
}

/** A message about a change that the page made, with an action that restores it. */
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
