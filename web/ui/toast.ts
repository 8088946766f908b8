import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface Toast {
  readonly id: number;
  readonly severity: 'success' | 'error';
  readonly text: string;
  /**
   * The subject of the message. An error closes when its cause is fixed, a success when the next success has
   * the same cause.
   */
  readonly cause: string;
}

const store = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));
let lastId = 0;

const isError = ({ severity }: Toast): boolean => severity === 'error';

/** 'You are logged in.' replaces 'Please log in.' */
const isReplacedBy = (added: Toast, existing: Toast): boolean =>
  existing.text === added.text || !(isError(existing) || isError(added) || existing.cause !== added.cause);

const add = (severity: Toast['severity'], text: string, cause: string) =>
  store.setState(({ toasts }) => {
    lastId += 1;
    const added: Toast = { id: lastId, severity, text, cause };
    return { toasts: [...toasts.filter((existing) => !isReplacedBy(added, existing)), added] };
  });

function closeWhere(isEnded: (toast: Toast) => boolean): void {
  const { toasts } = store.getState();
  if (toasts.some(isEnded)) store.setState({ toasts: toasts.filter((existing) => !isEnded(existing)) });
}

/**
 * Shows a message in the corner: a success for 5 seconds or until the next one with its cause, an error for 5
 * minutes or until its cause is fixed.
 */
export const toast = {
  success: (text: string, cause = 'account'): void => add('success', text, cause),
  error: (text: string, cause = text): void => add('error', text, cause),
  close: (id: number): void => closeWhere((each) => each.id === id),
  /** Closes errors whose action has succeeded or is being retried. */
  closeCause: (cause: string): void => closeWhere((each) => isError(each) && each.cause === cause),
  /** Closes all errors after a log-out. */
  closeErrors: (): void => closeWhere(isError),
};

export const shownToasts = (): readonly Toast[] => store.getState().toasts;
export const useToasts = (): readonly Toast[] => useStore(store, ({ toasts }) => toasts);
