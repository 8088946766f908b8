import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  unexpectedFormats,
  type ValidationErrors,
  validate,
  validateQuestion,
  visibleBlockingNotices,
} from '../../shared/form/index.ts';
import { getSession } from '../session/session.ts';
import { announcementOf } from './error-announcement.ts';
import { formStore } from './form-store.ts';
import { partnerForm, validationContext } from './partner-form.ts';

interface ErrorState {
  readonly errors: ValidationErrors;
  /** Suppresses the announcements of fields when many errors appear together. */
  readonly isQuiet: boolean;
  /** One announcement for several new errors; '' if a field announces its own error. */
  readonly announcement: string;
  /** The keys of the visible blocking notices. */
  readonly blockingKeys: readonly string[];
  /** Questions that show their expected format. None while validating: they have errors instead. */
  readonly unexpectedFormats: readonly string[];
  /** Incremented by each validation, to render components that count answers again. */
  readonly validationCount: number;
}
const store = createStore<ErrorState>(() => ({
  errors: {},
  isQuiet: true,
  announcement: '',
  blockingKeys: [],
  unexpectedFormats: [],
  validationCount: 0,
}));
const noMessages: Readonly<Record<'quiet' | 'aloud', readonly string[]>> = { quiet: [], aloud: [] };

export const validateForm = (): ValidationErrors =>
  validate(partnerForm(), formStore.getState(), validationContext());

/**
 * Validates all visible questions. Errors are shown only while the status is validating. At most one message
 * is announced.
 */
export function revalidate({ isQuiet = false } = {}): void {
  const previous = store.getState();
  const isValidating = getSession().web_status === 'validating';
  const errors = isValidating ? validateForm() : {};
  const notices = visibleBlockingNotices(partnerForm(), formStore.getState());
  const newNotices = notices.filter(({ key }) => !previous.blockingKeys.includes(key));
  const announcement = isQuiet ? '' : announcementOf(previous.errors, errors, newNotices);
  store.setState(({ validationCount }) => ({
    errors,
    isQuiet: isQuiet || announcement !== '',
    announcement,
    blockingKeys: notices.map(({ key }) => key),
    unexpectedFormats: isValidating
      ? []
      : unexpectedFormats(partnerForm(), formStore.getState(), validationContext()),
    validationCount: validationCount + 1,
  }));
}

/**
 * Removes the errors of an answer that are fixed, while the user types. New errors wait until the answer is
 * committed.
 */
export function clearFixedErrors(key: string): void {
  const { errors, unexpectedFormats: formats } = store.getState();
  const messages = errors[key];
  if (messages === undefined && !formats.includes(key)) return;
  const currentMessages = validateQuestion(partnerForm(), formStore.getState(), validationContext(), key);
  if (currentMessages.length === 0)
    store.setState({ unexpectedFormats: formats.filter((other) => other !== key) });
  if (messages === undefined) return;
  const remaining = messages.filter((message) => currentMessages.includes(message));
  if (remaining.length === messages.length) return;
  const { [key]: _, ...others } = errors;
  store.setState({ errors: remaining.length === 0 ? others : { ...others, [key]: remaining } });
}

/** Shows errors from the server until the next validation. */
export const showErrors = (errors: ValidationErrors): void => store.setState({ errors, isQuiet: true });

export const useErrors = (): ValidationErrors => useStore(store, ({ errors }) => errors);
export const useHasUnexpectedFormat = (key: string): boolean =>
  useStore(store, ({ unexpectedFormats }) => unexpectedFormats.includes(key));
export const useValidationCount = (): number => useStore(store, ({ validationCount }) => validationCount);
/** Calls back after each validation, thus after each committed answer. Returns how to stop. */
export const onValidation = (listener: () => void): (() => void) =>
  store.subscribe((now, before) => {
    if (now.validationCount !== before.validationCount) listener();
  });
export const useErrorAnnouncement = (): string => useStore(store, ({ announcement }) => announcement);

/**
 * The errors of one field and whether to announce them, in one subscription: a change of either replaces the
 * array.
 */
export function useFieldErrors(key: string): {
  readonly messages: readonly string[];
  readonly isQuiet: boolean;
} {
  const messages = useStore(
    store,
    ({ errors, isQuiet }) => errors[key] ?? noMessages[isQuiet ? 'quiet' : 'aloud'],
  );
  return { messages, isQuiet: store.getState().isQuiet };
}
