import type { Answers, Option, Value } from './answers.ts';
import type { Form } from './form.ts';
import { isChoice, type Question } from './question.ts';
import { type PlacedQuestion, walk } from './walk.ts';

const noOptions: readonly Option[] = [];

/** Every option of a choice, whatever it depends on; empty for other questions. */
export function allOptions(question: Question): readonly Option[] {
  if (question.kind === 'dependentSelect') return Object.values(question.optionsFor).flat();
  return question.kind === 'select' || question.kind === 'radio' ? question.options : noOptions;
}

/** The current options of a choice, as the same array for the same answers; empty for other questions. */
export const optionsOf = (question: Question, answers: Answers): readonly Option[] =>
  question.kind === 'dependentSelect'
    ? (question.optionsFor[String(answers[question.on] ?? '')] ?? noOptions)
    : allOptions(question);

/** The options, plus the stored code if it is no longer among them, marked '(no longer offered)'. */
export const withStoredOption = (
  options: readonly Option[],
  value: Value,
  label: string,
): readonly Option[] =>
  value === '' || typeof value !== 'string' || options.some(([code]) => code === value)
    ? options
    : [...options, [value, `${label || value} (no longer offered)`]];

export const optionLabel = (options: readonly Option[], value: Value | undefined): string | undefined =>
  options.find(([code]) => code === value)?.[1];

/** The current options of a choice; all of its options where the answer that it depends on is missing. */
const offeredOptions = (question: Question, answers: Answers): readonly Option[] =>
  question.kind === 'dependentSelect' && answers[question.on] === undefined
    ? allOptions(question)
    : optionsOf(question, answers);

/** The label to store with an answer; undefined if there is no answer. */
function labelFor({ key, question }: PlacedQuestion, answers: Answers): Value | undefined {
  const value = answers[key];
  if (value === undefined) return undefined;
  const sent = value === '' ? '' : (answers[`${key}_desc`] ?? '');
  return optionLabel(offeredOptions(question, answers), value) ?? sent;
}

/**
 * The answers with the form's own label for each choice. A label that a caller sent is kept only for a code
 * that is no longer offered, and a label without its code is dropped. `answers` may be a part of an
 * application.
 */
export function withOptionLabels(form: Form, answers: Answers): Answers {
  const labeled: Record<string, Value | undefined> = { ...answers };
  for (const placed of walk(form).questions)
    if (isChoice(placed.question)) labeled[`${placed.key}_desc`] = labelFor(placed, answers);
  return Object.fromEntries(Object.entries(labeled).filter(([, value]) => value !== undefined));
}
