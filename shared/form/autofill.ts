import { type Answers, isEmpty } from './answers.ts';
import { dataModel } from './data-model.ts';
import type { Form } from './form.ts';
import { answerPatch, type Patch } from './hidden-answers.ts';
import type { AutocompleteQuestion } from './question.ts';

/** The fields of a looked-up record, by the names that `fills` uses. */
export type LookupFields = Readonly<Partial<Record<string, string>>>;

/** The key of a school's code, which belongs to what was found and not to what somebody types. */
export const schoolCodeKey = ({ fills }: AutocompleteQuestion): string | undefined => fills.ceeb;

/**
 * What a found record answers: every key that the question fills, with labels beside choices. A field that the record
 * lacks empties its key, because what stood there belonged to another place.
 */
export function autofillPatch(
  form: Form,
  { fills }: AutocompleteQuestion,
  record: LookupFields,
  answers: Answers,
): Patch {
  let patch: Patch = {};
  // A country empties the state that depends on it, so it goes first.
  const fields = Object.entries(fills).sort(([a], [b]) => rank(a) - rank(b));
  for (const [field, filled] of fields) {
    const value = cut(record[field] ?? '', dataModel(form).get(filled)?.maxLength);
    patch = { ...patch, ...answerPatch(form, filled, value, { ...answers, ...patch }) };
  }
  return patch;
}

const rank = (field: string): number => (field === 'country' ? 0 : 1);

/** Cut to what the key can hold, never through the middle of a character. */
const cut = (text: string, maximum: number | undefined): string =>
  text.slice(0, maximum).replace(/[\ud800-\udbff]$/, '');

const isLabel = (key: string): boolean => key.endsWith('_desc');

/**
 * What a found record has answered: of what it fills, the values that stood there before are the person's own, unless
 * an earlier record filled them. The question's own text is what was chosen.
 */
export function autofilledAnswers(key: string, patch: Patch, before: Answers, earlier: Patch = {}): Patch {
  return Object.fromEntries(
    Object.entries(patch).filter(
      ([each, value]) =>
        each !== key && !isLabel(each) && value !== '' && (before[each] !== value || earlier[each] === value),
    ),
  );
}

/**
 * Empties what a record has filled and nobody has edited. A country stays where an edited state depends on it.
 */
export function clearAutofillPatch(form: Form, filled: Patch, answers: Answers): Patch {
  const isUntouched = (key: string) => filled[key] !== undefined && answers[key] === filled[key];
  const emptiesOnly = (patch: Patch) =>
    Object.keys(patch).every((key) => isLabel(key) || isEmpty(answers[key]) || isUntouched(key));
  let patch: Patch = {};
  for (const key of Object.keys(filled).filter(isUntouched)) {
    const emptied = answerPatch(form, key, '', answers);
    if (emptiesOnly(emptied)) patch = { ...patch, ...emptied };
  }
  return patch;
}
