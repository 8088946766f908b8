import { type Answers, answeredMarker, type Context, isEmpty, type Option, type Value } from './answers.ts';
import { isCalendarDate, monthOptions } from './calendar.ts';
import { evaluate } from './condition.ts';
import { isCleanText, optionsOf } from './data-model.ts';
import type { Form } from './form.ts';
import type { Question } from './question.ts';
import { type FormState, isVisible, visibilityIn } from './visibility.ts';
import { type BlockingNotice, errorKey, type PlacedQuestion, walk } from './walk.ts';

/** What is wrong, by question key, each with its messages in the order of the rules. */
export type ValidationErrors = Readonly<Record<string, readonly string[]>>;

/** Decision D-77. */
export const noLongerOfferedMessage = 'This choice is no longer offered. Please choose again.';

const codes = new WeakMap<readonly Option[], ReadonlySet<unknown>>();

/** Countries are many and asked often: a list is turned into a set once. */
function isOffered(options: readonly Option[], value: Value | undefined): boolean {
  const known = codes.get(options) ?? new Set(options.map(([code]) => code));
  codes.set(options, known);
  return known.has(value);
}

/**
 * A month of the list and a year in digits. The lists of years move on every January, and a year that they have left
 * behind is still a true answer. The marker stands for both.
 */
const isPair = (key: string, answers: Answers): boolean =>
  answers[`${key}_month`] === answeredMarker ||
  (isOffered(monthOptions, answers[`${key}_month`]) && /^\d{4}$/.test(String(answers[`${key}_year`])));

/** The rule that comes with the kind of a question, for an answer that is not empty. */
function kindError({ key, question }: PlacedQuestion, value: Value, answers: Answers): string | undefined {
  switch (question.kind) {
    case 'text':
    case 'email':
    case 'phone':
    case 'ssn':
    case 'textarea':
    case 'autocomplete':
      if (typeof value !== 'string' || !isCleanText(value)) return 'Please type this answer again.';
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
      return isPair(key, answers) ? undefined : noLongerOfferedMessage;
    case 'checkbox':
    case 'checkboxes':
    case 'document':
      return undefined;
  }
}

/**
 * A month without its year is no date. The marker 'ANSWERED' stands for a pair that was completed elsewhere
 * (form specification, point 5, High school; decision D-75).
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
  const { key, question } = placed;
  if (isUnanswered(key, question, answers)) {
    const message = requiredMessage(question, answers);
    return message === undefined ? [] : [message];
  }
  const value = answers[errorKey(key, question)] ?? '';
  const message = kindError(placed, value, answers) ?? question.check?.(value, answers, context);
  return message === undefined ? [] : [message];
}

/** What an empty answer earns as the others stand. */
const requiredMessage = ({ required, requiredWhen }: Question, answers: Answers): string | undefined =>
  required ??
  requiredWhen?.find(({ when = [] }) => when.every((condition) => evaluate(condition, answers)))?.message;

/** Whether a question wants an answer as the others stand: leaving it empty earns a message. */
export const isRequired = (question: Question, answers: Answers): boolean =>
  requiredMessage(question, answers) !== undefined;

/**
 * What is wrong with the questions that show. Asked question by question, so that a field can be checked alone and a
 * rule across answers still speaks while another field is wrong. Browser and server both call this.
 */
export function validate(form: Form, state: FormState, context: Context): ValidationErrors {
  const found: Record<string, readonly string[]> = {};
  const passes = visibilityIn(state);
  for (const placed of walk(form).questions) {
    if (!passes(placed.rules)) continue;
    const messages = messagesOf(placed, state.answers, context);
    if (messages.length > 0) found[errorKey(placed.key, placed.question)] = messages;
  }
  for (const { key, text } of visibleBlockingNotices(form, state)) found[key] = [text];
  return found;
}

/** What is wrong under one key: what `problems` says of it, at the price of one question. */
export const validateQuestion = (
  form: Form,
  state: FormState,
  context: Context,
  key: string,
): readonly string[] =>
  walk(form).questions.flatMap((placed) =>
    errorKey(placed.key, placed.question) === key && isVisible(placed.rules, state)
      ? messagesOf(placed, state.answers, context)
      : [],
  );

/** What stops the form from being sent as the answers stand. */
export const visibleBlockingNotices = (form: Form, state: FormState): readonly BlockingNotice[] =>
  walk(form).blockingNotices.filter(({ rules }) => isVisible(rules, state));
