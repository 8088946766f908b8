import {
  type BlockingNotice,
  type DateParts,
  type DateQuestion,
  type Form,
  type FormState,
  isEmpty,
  isImpossibleDate,
  missingDateParts,
  missingMonthOrYear,
  type PlacedQuestion,
  parseTypedParts,
  typedPartsKey,
  unexpectedFormats,
  type ValidationErrors,
  validate,
  validateQuestion,
  visibleBlockingNotices,
  walk,
  yearOf,
} from '../../shared/form/index.ts';
import { getSession } from '../session/session.ts';
import { bareLabelPrefix, isBareLabel } from '../ui/error-messages.tsx';
import { speak } from '../ui/speak.ts';
import { createValue } from '../value.ts';
import { formStore, getText } from './form-store.ts';
import { partnerForm, today, validationContext } from './partner-form.ts';

const questionAt = (key: string) => walk(partnerForm()).byErrorKey.get(key)?.question;

const asSentence = (key: string, message: string): string =>
  (isBareLabel(message, questionAt(key)) ? bareLabelPrefix : '') + message.replace(/[^.?!]$/, '$&.');

type Announcement = Pick<ErrorState, 'announcement' | 'announcedKey'>;

const noAnnouncement: Announcement = { announcement: '', announcedKey: '' };

/**
 * One announcement for several new errors, so that screen readers do not interrupt one with the next. A
 * single new error is announced by its field. Blocking notices have no field, so they are always included.
 */
function announcementOf(
  previous: ValidationErrors,
  current: ValidationErrors,
  newNotices: readonly BlockingNotice[],
): Announcement {
  const newMessages = Object.entries(current).flatMap(([key, messages]) =>
    messages
      .filter((message) => !previous[key]?.includes(message))
      .map((message) => ({ key, sentence: asSentence(key, message) })),
  );
  const sentences = newNotices.map(({ key, text }) => asSentence(key, text));
  if (sentences.length === 0 && newMessages.length <= 1)
    return { announcement: '', announcedKey: newMessages[0]?.key ?? '' };
  const all = new Set([...sentences, ...newMessages.map(({ sentence }) => sentence)]);
  return { announcement: [...all].join(' '), announcedKey: '' };
}

interface ErrorState {
  readonly errors: ValidationErrors;
  /** The key whose field announces its new error; '' if none does. */
  readonly announcedKey: string;
  /** One announcement for several new errors; '' if a field announces its own error. */
  readonly announcement: string;
  /** The keys of the visible blocking notices. */
  readonly blockingKeys: readonly string[];
  /** Hints on the expected format, by question. None while validating: there are errors instead. */
  readonly formatHints: Readonly<Record<string, string>>;
  /** All errors, also those not shown yet. Components that count answers render again when it is replaced. */
  readonly found: ValidationErrors;
}
const noErrors: ValidationErrors = {};

export const errorState = createValue<ErrorState>({
  errors: noErrors,
  ...noAnnouncement,
  blockingKeys: [],
  formatHints: {},
  found: noErrors,
});

let lastValidation: { form: Form; state: FormState; day: string; errors: ValidationErrors } | undefined;

/** The errors of all visible questions: the same object until an answer, the form or the day changes. */
export function validateForm(): ValidationErrors {
  const [form, state, context] = [partnerForm(), formStore.get(), validationContext()];
  const { today: day } = context;
  if (lastValidation?.form !== form || lastValidation.state !== state || lastValidation.day !== day)
    lastValidation = { form, state, day, errors: validate(form, state, context) };
  return lastValidation.errors;
}

/**
 * Validates all visible questions. Errors are shown only while the status is validating. At most one message
 * is announced.
 */
export function revalidate({ isQuiet = false } = {}): void {
  const previous = errorState.get();
  const isValidating = getSession().web_status === 'validating';
  const found = validateForm();
  const errors = isValidating ? found : noErrors;
  const notices = visibleBlockingNotices(partnerForm(), formStore.get());
  const newNotices = notices.filter(({ key }) => !previous.blockingKeys.includes(key));
  const announced = isQuiet ? noAnnouncement : announcementOf(previous.errors, errors, newNotices);
  const formatHints = isValidating
    ? {}
    : unexpectedFormats(partnerForm(), formStore.get(), validationContext());
  for (const [key, hint] of Object.entries(formatHints))
    if (!isQuiet && hint !== previous.formatHints[key]) speak(hint);
  errorState.change({
    errors,
    ...announced,
    blockingKeys: notices.map(({ key }) => key),
    formatHints,
    found,
  });
}

/**
 * Removes the errors of an answer that are fixed, while the user types. New errors wait until the answer is
 * committed.
 */
export function clearFixedErrors(key: string): void {
  const { errors, formatHints } = errorState.get();
  const messages = errors[key];
  if (messages === undefined && !(key in formatHints)) return;
  const currentMessages = validateQuestion(partnerForm(), formStore.get(), validationContext(), key);
  if (currentMessages.length === 0) errorState.change({ formatHints: { ...formatHints, [key]: '' } });
  if (messages === undefined) return;
  const remaining = messages.filter((message) => currentMessages.includes(message));
  if (remaining.length === messages.length) return;
  const { [key]: _, ...others } = errors;
  errorState.change({ errors: remaining.length === 0 ? others : { ...others, [key]: remaining } });
}

/** Shows errors from the server until the next validation. */
export const showErrors = (errors: ValidationErrors): void => errorState.change({ errors, announcedKey: '' });

export const useErrors = (): ValidationErrors => errorState.use(({ errors }) => errors);
export const useFoundErrors = (): ValidationErrors => errorState.use(({ found }) => found);
/** Calls back after each committed answer. Returns how to stop. */
export const onValidation = (listener: () => void): (() => void) =>
  errorState.subscribe((now, before) => {
    if (now.found !== before.found) listener();
  });
export const useErrorAnnouncement = (): string => errorState.use(({ announcement }) => announcement);

/** An example year in messages: a typical applicant's year of birth, or this year for other dates. */
const usualApplicantAge = 18;
const exampleYear = ({ autoComplete }: DateQuestion) =>
  yearOf(today()) - (autoComplete === 'bday' ? usualApplicantAge : 0);

/** The message for a typed date that is incomplete or impossible; '' when it is valid or empty. */
export const missingInDate = (question: DateQuestion, parts: DateParts): string =>
  isImpossibleDate(parts) ? 'Please enter a real date.' : missingDateParts(parts, exampleYear(question));

function missingIn({ key, question }: PlacedQuestion): string {
  if (question.kind === 'monthYear')
    return missingMonthOrYear(getText(`${key}_month`), getText(`${key}_year`));
  return question.kind === 'date' && isEmpty(getText(key))
    ? missingInDate(question, parseTypedParts(getText(typedPartsKey(key))))
    : '';
}

/**
 * The message of `missingInDate`, or of an incomplete month and year, for the question whose errors are under
 * `key`.
 */
export function missingDateMessage(key: string): string {
  const placed = walk(partnerForm()).byErrorKey.get(key);
  return placed === undefined ? '' : missingIn(placed);
}
