import type { Answers, Value } from './answers.ts';
import { dataModel, optionsOf } from './data-model.ts';
import type { Form } from './form.ts';
import { optionLabel } from './option-labels.ts';
import { type FormState, visibilityIn } from './visibility.ts';
import { walk } from './walk.ts';

/** Changed answers, by key. */
export type Patch = Readonly<Record<string, Value>>;

/**
 * The answers that have to be emptied because their questions no longer show, found until nothing changes: an emptied
 * answer may hide others. A key that shows anywhere keeps its answer.
 */
export function hiddenAnswersPatch(form: Form, state: FormState): Patch {
  const emptied: Record<string, Value> = {};
  for (let now = state; ; now = { ...state, answers: { ...state.answers, ...emptied } }) {
    const found = hiddenKeys(form, now);
    if (found.length === 0) return emptied;
    for (const key of found) emptied[key] = '';
  }
}

function hiddenKeys(form: Form, now: FormState): readonly string[] {
  const passes = visibilityIn(now);
  const { questions } = walk(form);
  const hidden = questions.flatMap(({ keys, rules }) =>
    passes(rules) ? [] : keys.filter((key) => (now.answers[key] ?? '') !== ''),
  );
  if (hidden.length === 0) return hidden;
  const shown = new Set(questions.flatMap(({ keys, rules }) => (passes(rules) ? keys : [])));
  return hidden.filter((key) => !shown.has(key));
}

/** The answers as they may be kept: without what the applicant's own choices have hidden. */
export const clearHiddenAnswers = (form: Form, state: FormState): Answers => ({
  ...state.answers,
  ...hiddenAnswersPatch(form, state),
});

/**
 * One answer and what follows from it at once: the label beside a choice, and the emptied selects that depend on it.
 * Answers that become hidden are `clearing`'s.
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
