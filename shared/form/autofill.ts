import { type Answers, isEmpty, type Value } from './answers.ts';
import { dataModel } from './data-model.ts';
import type { Form } from './form.ts';
import { answerPatch, type Patch } from './hidden-answers.ts';
import type { AutocompleteQuestion } from './question.ts';
import { walk } from './walk.ts';

/** The fields of a look-up record, by the names that `fills` uses. */
export type LookupFields = Readonly<Partial<Record<string, string>>>;

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

/** Case, accents and punctuation do not make another name. */
const wordsOf = (name: Value | undefined): string =>
  String(name ?? '')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? '';

/** The look-ups whose name was replaced by another one, or deleted. */
const renamedLookUps = (form: Form, before: Answers, after: Answers) =>
  walk(form).questions.flatMap(({ key, question }) => {
    if (question.kind !== 'autocomplete' || isEmpty(before[key])) return [];
    return wordsOf(before[key]) === wordsOf(after[key]) ? [] : [{ key, fills: question.fills }];
  });

/**
 * Clears the codes of schools whose names were typed over. The code belongs to the school that was named
 * before: it would file a transcript under that one.
 */
export function staleCodesPatch(form: Form, before: Answers, after: Answers): Patch {
  const codes = renamedLookUps(form, before, after).flatMap(({ fills }) => fills.ceeb ?? []);
  return Object.fromEntries(codes.filter((code) => !isEmpty(after[code])).map((code) => [code, '']));
}

/** The answers without those about a school or street that the stored answers name differently. */
export function withoutOtherRecords(form: Form, answers: Answers, stored: Answers): Answers {
  const others = new Set(
    renamedLookUps(form, stored, answers)
      .filter(({ key }) => !isEmpty(answers[key]))
      .flatMap(({ fills }) => Object.values(fills).flatMap((filled) => [filled, `${filled}_desc`])),
  );
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !others.has(key)));
}
