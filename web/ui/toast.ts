import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface Toast {
  readonly id: number;
  readonly severity: 'success' | 'error';
  readonly text: string;
}

const store = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));
let last = 0;

const add = (severity: Toast['severity'], text: string) =>
  store.setState(({ toasts }) => {
    last += 1;
    return { toasts: [...toasts.filter((each) => each.text !== text), { id: last, severity, text }] };
  });

/** Shows words in the corner: 5 seconds for a success, 5 minutes for an error (platform specification, point 8). */
export const toast = {
  success: (text: string): void => add('success', text),
  error: (text: string): void => add('error', text),
  close: (id: number): void =>
    store.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) })),
};

export const useToasts = (): readonly Toast[] => useStore(store, ({ toasts }) => toasts);
