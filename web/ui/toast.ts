import { createValue } from '../value.ts';

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

const toasts = createValue<readonly Toast[]>([]);
let lastId = 0;

const isError = ({ severity }: Toast): boolean => severity === 'error';

/** 'You are logged in.' replaces 'Please log in.' */
const isReplacedBy = (added: Toast, existing: Toast): boolean =>
  existing.text === added.text || !(isError(existing) || isError(added) || existing.cause !== added.cause);

function add(severity: Toast['severity'], text: string, cause: string): void {
  lastId += 1;
  const added: Toast = { id: lastId, severity, text, cause };
  toasts.set([...toasts.get().filter((existing) => !isReplacedBy(added, existing)), added]);
}

function closeWhere(isEnded: (toast: Toast) => boolean): void {
  const all = toasts.get();
  if (all.some(isEnded)) toasts.set(all.filter((existing) => !isEnded(existing)));
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

export const shownToasts = toasts.get;
export const useToasts = (): readonly Toast[] => toasts.use((all) => all);

const error = createValue<string | undefined>(undefined);

/** Shows an error that belongs to no page, in the dialog 'Unexpected Error'. */
export const showUnexpectedError = (message: string): void => error.set(message);
export const closeUnexpectedError = (): void => error.set(undefined);
export const useUnexpectedError = (): string | undefined => error.use((message) => message);
