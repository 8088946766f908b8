import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface Toast {
  readonly id: number;
  readonly severity: 'success' | 'error';
  readonly text: string;
  /** What failed. The error ends when the same succeeds. */
  readonly cause: string;
  /** The path of the page that it appeared on. */
  readonly page: string;
}

const store = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));
let lastId = 0;

const add = (severity: Toast['severity'], text: string, cause: string) =>
  store.setState(({ toasts }) => {
    lastId += 1;
    const added: Toast = { id: lastId, severity, text, cause, page: globalThis.location?.pathname ?? '' };
    return { toasts: [...toasts.filter((existing) => existing.text !== text), added] };
  });

function closeWhere(isEnded: (toast: Toast) => boolean): void {
  const { toasts } = store.getState();
  if (toasts.some(isEnded)) store.setState({ toasts: toasts.filter((existing) => !isEnded(existing)) });
}

const isError = ({ severity }: Toast): boolean => severity === 'error';

/** Shows a message in the corner: 5 seconds for a success, 5 minutes for an error, or until its cause has ended. */
export const toast = {
  success: (text: string): void => add('success', text, text),
  error: (text: string, cause = text): void => add('error', text, cause),
  close: (id: number): void => closeWhere((each) => each.id === id),
  /** What failed has succeeded, or is being tried again. */
  closeCause: (cause: string): void => closeWhere((each) => isError(each) && each.cause === cause),
  /** Another page is open, or nobody is logged in anymore. */
  closeOtherPages: (page?: string): void => closeWhere((each) => isError(each) && each.page !== page),
};

export const useToasts = (): readonly Toast[] => useStore(store, ({ toasts }) => toasts);
