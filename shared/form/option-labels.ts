import type { Answers, Option, Value } from './answers.ts';
import { optionsOf } from './data-model.ts';
import type { Form } from './form.ts';
import { isChoice, type Question } from './question.ts';
import { walk } from './walk.ts';

export const optionLabel = (options: readonly Option[], value: Value | undefined): string | undefined =>
  options.find(([code]) => code === value)?.[1];

/** Every list that a choice may offer, for answers that do not say which one it is. */
const everyList = (question: Question): readonly Option[] =>
  question.kind === 'dependentSelect' ? Object.values(question.optionsFor).flat() : [];

/** The list as these answers have it; where the answer that it depends on is not among them, all lists. */
const listOf = (question: Question, answers: Answers): readonly Option[] =>
  question.kind === 'dependentSelect' && answers[question.on] === undefined
    ? everyList(question)
    : optionsOf(question, answers);

/**
 * The answers with the words of the form beside each choice (form specification, point 3): what somebody else wrote
 * there counts only for a code that is no longer offered (decision D-77), and words without their code are dropped.
 * Answers may be a part of an application.
 */
export function withOptionLabels(form: Form, answers: Answers): Answers {
  const choices = walk(form).questions.filter(({ question }) => isChoice(question));
  const words = new Map<string, Value>();
  for (const { key, question } of choices) {
    const label = optionLabel(listOf(question, answers), answers[key]);
    if (label !== undefined) words.set(key, label);
  }
  const labels = choices.map(({ key }): [string, Value | undefined] => {
    const isGiven = answers[key] !== undefined;
    const kept = answers[key] === '' ? '' : (answers[`${key}_desc`] ?? '');
    return [`${key}_desc`, isGiven ? (words.get(key) ?? kept) : undefined];
  });
  return Object.fromEntries(
    Object.entries({ ...answers, ...Object.fromEntries(labels) }).filter(([, value]) => value !== undefined),
  );
}
