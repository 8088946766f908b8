import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

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
  /** Incremented with every message, so that the same text is announced again. */
  readonly messageId: number;
}
const store = createStore<StatusMessage>(() => ({ text: '', messageId: 0 }));

export const statusMessage = (): StatusMessage => store.getState();

/** Shows a message at the bottom of the form, which screen readers announce politely. */
export const announce = (text: string, restore?: RestoreAction): void =>
  store.setState(({ messageId }) => ({ text, restore, messageId: messageId + 1 }), true);
export const clearStatusMessage = (): void => {
  if (statusMessage().text !== '') announce('');
};
export const useStatusMessage = (): StatusMessage => useStore(store);
