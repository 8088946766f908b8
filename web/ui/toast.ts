import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface Toast {
  readonly id: number;
  readonly severity: 'success' | 'error';
  readonly text: string;
}

const store = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));
let lastId = 0;

const add = (severity: Toast['severity'], text: string) =>
  store.setState(({ toasts }) => {
    lastId += 1;
    return {
      toasts: [...toasts.filter((existing) => existing.text !== text), { id: lastId, severity, text }],
    };
  });

/** Shows a message in the corner: 5 seconds for a success, 5 minutes for an error. */
export const toast = {
  success: (text: string): void => add('success', text),
  error: (text: string): void => add('error', text),
  close: (id: number): void =>
    store.setState(({ toasts }) => ({ toasts: toasts.filter((existing) => existing.id !== id) })),
};

export const useToasts = (): readonly Toast[] => useStore(store, ({ toasts }) => toasts);
