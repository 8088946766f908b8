import { type Answers, answeredMarker, type Context, isEmpty, type Option, type Value } from './answers.ts';
import { evaluate } from './condition.ts';
import { isCleanText } from './data-model.ts';
import { isCalendarDate, monthOptions } from './dates.ts';
import type { Form } from './form.ts';
import { optionsOf } from './options.ts';
import type { Question } from './question.ts';
import { createVisibilityCheck, type FormState, isVisible } from './visibility.ts';
import { type BlockingNotice, type PlacedQuestion, walk } from './walk.ts';

/** The messages of each invalid question, by key, in the order of the rules. */
export type ValidationErrors = Readonly<Record<string, readonly string[]>>;

export const noLongerOfferedMessage = 'This choice is no longer offered. Please choose again.';

const codeSets = new WeakMap<readonly Option[], ReadonlySet<unknown>>();

/** Lists of countries are long and checked often, so each list is turned into a set once. */
function isOffered(options: readonly Option[], value: Value | undefined): boolean {
  const offered = codeSets.get(options) ?? new Set(options.map(([code]) => code));
  codeSets.set(options, offered);
  return offered.has(value);
}

/**
 * True for a listed month and any four-digit year: the year lists move every January, and an earlier year is
 * still valid. The marker counts as both.
 */
const isMonthYearValid = (key: string, answers: Answers): boolean =>
  answers[`${key}_month`] === answeredMarker ||
  (isOffered(monthOptions, answers[`${key}_month`]) && /^\d{4}$/.test(String(answers[`${key}_year`])));

/** The rule of a question's kind, for an answer that is not empty. */
function kindError({ key, question }: PlacedQuestion, value: Value, answers: Answers): string | undefined {
  switch (question.kind) {
    case 'text':
    case 'email':
    case 'phone':
    case 'ssn':
    case 'textarea':
    case 'autocomplete':
      if (typeof value !== 'string' || !isCleanText(value))
        return "We can't read this answer. Please type it again.";
      if (value.length > question.maxLength) return `Please use at most ${question.maxLength} characters.`;
      return question.pattern && !question.pattern.expression.test(value)
        ? question.pattern.message
        : undefined;
    case 'date':
      return isCalendarDate(String(value)) ? undefined : 'Please enter a real date.';
    case 'select':
    case 'radio':
    case 'dependentSelect':
      return isOffered(optionsOf(question, answers), value) ? undefined : noLongerOfferedMessage;
    case 'monthYear':
      return isMonthYearValid(key, answers) ? undefined : noLongerOfferedMessage;
    case 'checkbox':
    case 'checkboxes':
    case 'document':
      return undefined;
  }
}

/**
 * A month without a year is not an answer. The marker counts as a month and year that were answered in
 * another system.
 */
function isUnanswered(key: string, question: Question, answers: Answers): boolean {
  if (question.kind === 'monthYear') {
    const month = answers[`${key}_month`] ?? '';
    return month === '' || (isEmpty(answers[`${key}_year`]) && month !== answeredMarker);
  }
  if (question.kind === 'checkboxes')
    return Object.keys(question.boxes).every((name) => isEmpty(answers[`${key}_${name}`]));
  return isEmpty(answers[key]);
}

function messagesOf(placed: PlacedQuestion, answers: Answers, context: Context): readonly string[] {
  const { key, question, errorKey } = placed;
  const value = answers[errorKey] ?? '';
  const message = isUnanswered(key, question, answers)
    ? requiredMessage(question, answers)
    : (kindError(placed, value, answers) ?? question.check?.(value, answers, context));
  return message === undefined ? [] : [message];
}

/** The message for an empty answer, given the other answers. */
const requiredMessage = ({ required, requiredWhen }: Question, answers: Answers): string | undefined =>
  required ??
  requiredWhen?.find(({ when = [] }) => when.every((condition) => evaluate(condition, answers)))?.message;

/** True if an empty answer is an error, given the other answers. */
export const isRequired = (question: Question, answers: Answers): boolean =>
  requiredMessage(question, answers) !== undefined;

/**
 * The errors of all visible questions. Each question is validated alone, so an error in one never hides the
 * errors of another; a schema of the whole form would stop at the first wrong type. The browser and the
 * server both call this.
 */
export function validate(form: Form, state: FormState, context: Context): ValidationErrors {
  const errors: Record<string, readonly string[]> = {};
  const areRulesMet = createVisibilityCheck(state);
  for (const placed of walk(form).questions) {
    if (!areRulesMet(placed.rules)) continue;
    const messages = messagesOf(placed, state.answers, context);
    if (messages.length > 0) errors[placed.errorKey] = messages;
  }
  for (const { key, text } of visibleBlockingNotices(form, state)) errors[key] = [text];
  return errors;
}

/** The messages of one key: the same as in `validate`, but only that key's question is validated. */
export const validateQuestion = (
  form: Form,
  state: FormState,
  context: Context,
  key: string,
): readonly string[] =>
  walk(form).questions.flatMap((placed) =>
    placed.errorKey === key && isVisible(placed.rules, state)
      ? messagesOf(placed, state.answers, context)
      : [],
  );

/** The format hints of the questions whose given answers would not be accepted, by key. */
export function unexpectedFormats(
  form: Form,
  { answers, ...state }: FormState,
  context: Context,
): Readonly<Record<string, string>> {
  const areRulesMet = createVisibilityCheck({ answers, ...state });
  return Object.fromEntries(
    walk(form).questions.flatMap((placed): [string, string][] => {
      const { key, question, rules } = placed;
      const { formatHint } = question;
      if (formatHint === undefined || isEmpty(answers[key]) || !areRulesMet(rules)) return [];
      if (messagesOf(placed, answers, context).length === 0) return [];
      return [[key, typeof formatHint === 'string' ? formatHint : formatHint(String(answers[key]))]];
    }),
  );
}

/** The visible notices that block submission. */
export const visibleBlockingNotices = (form: Form, state: FormState): readonly BlockingNotice[] =>
  walk(form).blockingNotices.filter(({ rules }) => isVisible(rules, state));
