import type { Answers, Option, Value } from './answers.ts';
import { optionsOf } from './data-model.ts';
import type { Form } from './form.ts';
import { isChoice, type Question } from './question.ts';
import { walk } from './walk.ts';

export const optionLabel = (options: readonly Option[], value: Value | undefined): string | undefined =>
  options.find(([code]) => code === value)?.[1];

/** All options of a dependent select, for answers that do not include the one that it depends on. */
const allOptions = (question: Question): readonly Option[] =>
  question.kind === 'dependentSelect' ? Object.values(question.optionsFor).flat() : [];

/** The current options of a choice; all of its options where the answer that it depends on is missing. */
const offeredOptions = (question: Question, answers: Answers): readonly Option[] =>
  question.kind === 'dependentSelect' && answers[question.on] === undefined
    ? allOptions(question)
    : optionsOf(question, answers);

/**
 * The answers with the form's own label for each choice. A label that a caller sent is kept only for a code that is no
 * longer offered, and a label without its code is dropped. `answers` may be a part of an application.
 */
export function withOptionLabels(form: Form, answers: Answers): Answers {
  const choices = walk(form).questions.filter(({ question }) => isChoice(question));
  const formLabels = new Map<string, Value>();
  for (const { key, question } of choices) {
    const label = optionLabel(offeredOptions(question, answers), answers[key]);
    if (label !== undefined) formLabels.set(key, label);
  }
  const labels = choices.map(({ key }): [string, Value | undefined] => {
    const isInAnswers = answers[key] !== undefined;
    const storedLabel = answers[key] === '' ? '' : (answers[`${key}_desc`] ?? '');
    return [`${key}_desc`, isInAnswers ? (formLabels.get(key) ?? storedLabel) : undefined];
  });
  return Object.fromEntries(
    Object.entries({ ...answers, ...Object.fromEntries(labels) }).filter(([, value]) => value !== undefined),
  );
}
