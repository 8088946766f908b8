import { type Answers, isEmpty } from './answers.ts';
import { dataModel } from './data-model.ts';
import type { Form } from './form.ts';
import { answerPatch, type Patch } from './hidden-answers.ts';
import type { AutocompleteQuestion } from './question.ts';

/** The fields of a look-up record, by the names that `fills` uses. */
export type LookupFields = Readonly<Partial<Record<string, string>>>;

/** The key of a school's code, which belongs to the found record and not to text that the user types. */
export const schoolCodeKey = ({ fills }: AutocompleteQuestion): string | undefined => fills.ceeb;

/**
 * The answers that a found record fills, with the labels of choices. A field that the record lacks clears its
 * answer, because the old answer belonged to another record.
 */
export function autofillPatch(
  form: Form,
  { fills }: AutocompleteQuestion,
  record: LookupFields,
  answers: Answers,
): Patch {
  let patch: Patch = {};
  // A country clears the state that depends on it, so it comes first.
  const fields = Object.entries(fills).sort(([a], [b]) => fillOrder(a) - fillOrder(b));
  for (const [field, filled] of fields) {
    const value = truncate(record[field] ?? '', dataModel(form).get(filled)?.maxLength);
    patch = { ...patch, ...answerPatch(form, filled, value, { ...answers, ...patch }) };
  }
  return patch;
}

const fillOrder = (field: string): number => (field === 'country' ? 0 : 1);

/** Cuts to the maximum length of a key, but never inside a surrogate pair. */
const truncate = (text: string, maximum: number | undefined): string =>
  text.slice(0, maximum).replace(/[\ud800-\udbff]$/, '');

const isLabel = (key: string): boolean => key.endsWith('_desc');

/**
 * The answers that came from a record. Not among them: the question's own text, values that the applicant had
 * already entered, and labels. A value that an earlier record filled counts as filled.
 */
export function autofilledAnswers(
  key: string,
  patch: Patch,
  previous: Answers,
  earlierAutofill: Patch = {},
): Patch {
  return Object.fromEntries(
    Object.entries(patch).filter(
      ([changedKey, value]) =>
        changedKey !== key &&
        !isLabel(changedKey) &&
        value !== '' &&
        (previous[changedKey] !== value || earlierAutofill[changedKey] === value),
    ),
  );
}

/**
 * Clears the answers that a record filled and the applicant has not edited. A country stays if an edited
 * state depends on it.
 */
export function clearAutofillPatch(form: Form, filled: Patch, answers: Answers): Patch {
  const isUntouched = (key: string) => filled[key] !== undefined && answers[key] === filled[key];
  const clearsOnlyAutofilled = (patch: Patch) =>
    Object.keys(patch).every((key) => isLabel(key) || isEmpty(answers[key]) || isUntouched(key));
  let patch: Patch = {};
  for (const key of Object.keys(filled).filter(isUntouched)) {
    const cleared = answerPatch(form, key, '', answers);
    if (clearsOnlyAutofilled(cleared)) patch = { ...patch, ...cleared };
  }
  return patch;
}
