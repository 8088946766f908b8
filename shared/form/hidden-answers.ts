import { type Answers, answeredMarker, type Value } from './answers.ts';
import { dataModel } from './data-model.ts';
import type { Form } from './form.ts';
import { optionLabel, optionsOf } from './options.ts';
import { createVisibilityCheck, type FormState } from './visibility.ts';
import { walk } from './walk.ts';

/** Changed answers, by key. */
export type Patch = Readonly<Record<string, Value>>;

/**
 * A patch that clears the answers of hidden questions. It repeats until nothing changes, because a cleared
 * answer may hide more questions. A key that is visible anywhere keeps its answer.
 */
export function hiddenAnswersPatch(form: Form, state: FormState): Patch {
  const cleared: Record<string, Value> = {};
  for (let current = state; ; current = { ...state, answers: { ...state.answers, ...cleared } }) {
    const hidden = hiddenKeys(form, current);
    if (hidden.length === 0) return cleared;
    for (const key of hidden) cleared[key] = '';
  }
}

function hiddenKeys(form: Form, current: FormState): readonly string[] {
  const areRulesMet = createVisibilityCheck(current);
  const { questions } = walk(form);
  const hidden = questions.flatMap(({ keys, rules }) =>
    areRulesMet(rules) ? [] : keys.filter((key) => (current.answers[key] ?? '') !== ''),
  );
  if (hidden.length === 0) return hidden;
  const shown = new Set(questions.flatMap(({ keys, rules }) => (areRulesMet(rules) ? keys : [])));
  return hidden.filter((key) => !shown.has(key));
}

/** The answers without those of hidden questions. */
export const clearHiddenAnswers = (form: Form, state: FormState): Answers => ({
  ...state.answers,
  ...hiddenAnswersPatch(form, state),
});

/**
 * One changed answer and its direct effects: the label of a choice, and the cleared selects that depend on
 * it. Answers that become hidden are cleared by `hiddenAnswersPatch`.
 */
export function answerPatch(form: Form, key: string, value: Value, answers: Answers): Patch {
  const patch: Record<string, Value> = { [key]: value };
  for (const placed of walk(form).questions) {
    if (placed.key === key && dataModel(form).has(`${key}_desc`))
      patch[`${key}_desc`] = optionLabel(optionsOf(placed.question, answers), value) ?? '';
    if (placed.question.kind === 'dependentSelect' && placed.question.on === key && answers[key] !== value) {
      patch[placed.key] = '';
      patch[`${placed.key}_desc`] = '';
    }
  }
  return patch;
}

/**
 * The answers with the marker of each converted document. A visible document question counts as answered only
 * when its file is converted, whatever the page saved. An upload whose question is hidden does not count.
 */
export function withDocumentMarkers(form: Form, state: FormState, converted: ReadonlySet<string>): Answers {
  const { answers } = state;
  const areRulesMet = createVisibilityCheck(state);
  const documentQuestions = walk(form).questions.filter(({ question }) => question.kind === 'document');
  const attached = new Set(
    documentQuestions
      .filter(({ key, rules }) => converted.has(key) && areRulesMet(rules))
      .map(({ key }) => key),
  );
  const markers = documentQuestions
    .filter(({ key }) => attached.has(key) || answers[key] !== undefined)
    .map(({ key }) => [key, attached.has(key) ? answeredMarker : '']);
  return { ...answers, ...Object.fromEntries(markers) };
}
