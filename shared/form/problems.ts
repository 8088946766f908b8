import { isRealDay, monthOptions } from './calendar.ts';
import { holds } from './condition.ts';
import { isCleanText, optionsOf } from './data-model.ts';
import type { Form } from './form.ts';
import {
  type Answers,
  answeredMarker,
  type Context,
  isEmpty,
  type Option,
  type Question,
  type Value,
} from './question.ts';
import { allPass, passing, type Standing } from './standing.ts';
import { type Placed, type PlacedStop, problemKey, walk } from './walk.ts';

/** What is wrong, by question key, each with its messages in the order of the rules. */
export type Problems = Readonly<Record<string, readonly string[]>>;

/** Decision D-77. */
export const noLongerOffered = 'This choice is no longer offered. Please choose again.';

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
function kindProblem({ key, question }: Placed, value: Value, answers: Answers): string | undefined {
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
      return isRealDay(String(value)) ? undefined : 'Please enter a real date.';
    case 'select':
    case 'radio':
    case 'dependentSelect':
      return isOffered(optionsOf(question, answers), value) ? undefined : noLongerOffered;
    case 'monthYear':
      return isPair(key, answers) ? undefined : noLongerOffered;
    case 'tick':
    case 'ticks':
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
  if (question.kind === 'ticks')
    return Object.keys(question.boxes).every((name) => isEmpty(answers[`${key}_${name}`]));
  return isEmpty(answers[key]);
}

function messagesOf(placed: Placed, answers: Answers, context: Context): readonly string[] {
  const { key, question } = placed;
  if (isUnanswered(key, question, answers)) {
    const message = wantedNow(question, answers);
    return message === undefined ? [] : [message];
  }
  const value = answers[problemKey(key, question)] ?? '';
  const message = kindProblem(placed, value, answers) ?? question.check?.(value, answers, context);
  return message === undefined ? [] : [message];
}

/** What an empty answer earns as the others stand. */
const wantedNow = ({ required, wanted }: Question, answers: Answers): string | undefined =>
  required ?? wanted?.find(({ when = [] }) => when.every((condition) => holds(condition, answers)))?.message;

/** Whether a question wants an answer as the others stand: leaving it empty earns a message. */
export const isWanted = (question: Question, answers: Answers): boolean =>
  wantedNow(question, answers) !== undefined;

/**
 * What is wrong with the questions that show. Asked question by question, so that a field can be checked alone and a
 * rule across answers still speaks while another field is wrong. Browser and server both call this.
 */
export function problems(form: Form, standing: Standing, context: Context): Problems {
  const found: Record<string, readonly string[]> = {};
  const passes = passing(standing);
  for (const placed of walk(form).questions) {
    if (!passes(placed.guards)) continue;
    const messages = messagesOf(placed, standing.answers, context);
    if (messages.length > 0) found[problemKey(placed.key, placed.question)] = messages;
  }
  for (const { key, text } of stopsShowing(form, standing)) found[key] = [text];
  return found;
}

/** What is wrong under one key: what `problems` says of it, at the price of one question. */
export const problemsAt = (
  form: Form,
  standing: Standing,
  context: Context,
  key: string,
): readonly string[] =>
  walk(form).questions.flatMap((placed) =>
    problemKey(placed.key, placed.question) === key && allPass(placed.guards, standing)
      ? messagesOf(placed, standing.answers, context)
      : [],
  );

/** What stops the form from being sent as the answers stand. */
export const stopsShowing = (form: Form, standing: Standing): readonly PlacedStop[] =>
  walk(form).stops.filter(({ guards }) => allPass(guards, standing));
