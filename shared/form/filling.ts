import { answering, type Patch } from './clearing.ts';
import { dataModel } from './data-model.ts';
import type { Form } from './form.ts';
import type { Answers, AutocompleteQuestion } from './question.ts';

/** The fields of a looked-up record, by the names that `fills` uses. */
export type Looked = Readonly<Partial<Record<string, string>>>;

/**
 * Field of a record -> key it fills. The question's own key holds the code of a school, or the first line of an
 * address, unless `fills` says otherwise.
 */
function targets(key: string, { category, fills }: AutocompleteQuestion): Readonly<Record<string, string>> {
  if (Object.values(fills).includes(key)) return fills;
  return { [category === 'address' ? 'address_line_1' : 'ceeb']: key, ...fills };
}

/** The key of what is typed: the name of a school, or the first line of an address. */
export function typedKey(key: string, question: AutocompleteQuestion): string {
  const to = targets(key, question);
  return to[question.category === 'address' ? 'address_line_1' : 'name'] ?? key;
}

/** The key of a school's code, which belongs to what was found and not to what somebody types. */
export const codeKey = (key: string, question: AutocompleteQuestion): string | undefined =>
  targets(key, question).ceeb;

/**
 * What a found record answers: every key that the question fills, with labels beside choices. A field that the record
 * lacks empties its key, because what stood there belonged to another place.
 */
export function filling(
  form: Form,
  { key, question, record }: { key: string; question: AutocompleteQuestion; record: Looked },
  answers: Answers,
): Patch {
  let patch: Patch = {};
  // A country empties the state that depends on it, so it goes first.
  const fields = Object.entries(targets(key, question)).sort(([a], [b]) => rank(a) - rank(b));
  for (const [field, filled] of fields) {
    const value = cut(record[field] ?? '', dataModel(form).get(filled)?.maxLength);
    patch = { ...patch, ...answering(form, filled, value, { ...answers, ...patch }) };
  }
  return patch;
}

const rank = (field: string): number => (field === 'country' ? 0 : 1);

/** Cut to what the key can hold, never through the middle of a character. */
const cut = (text: string, maximum: number | undefined): string =>
  text.slice(0, maximum).replace(/[\ud800-\udbff]$/, '');
