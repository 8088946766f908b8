import { answeredMarker, type Option, type Value } from './answers.ts';
import { isCalendarDate } from './calendar.ts';
import type { Form } from './form.ts';
import { isChoice, type Question } from './question.ts';
import { storedKeys, walk } from './walk.ts';

/** What may be stored under a key. `page` is the path of the page that asks it. */
export interface StoredField {
  readonly page: string;
  /** A marker says only that there is a document; a date is a day of the calendar. */
  readonly type: 'text' | 'boolean' | 'marker' | 'date';
  readonly maxLength: number;
}

/** Of what is not typed, as the codes of options. */
export const codeMaxLength = 45;
/** Labels of options; the longest country name has 52 letters. */
export const labelMaxLength = 120;

const maxLengthOf = (question: Question) => ('maxLength' in question ? question.maxLength : codeMaxLength);

const typeOf = ({ kind }: Question): StoredField['type'] => {
  if (kind === 'checkbox' || kind === 'checkboxes') return 'boolean';
  if (kind === 'date') return 'date';
  return kind === 'document' ? 'marker' : 'text';
};

function fieldsOf(form: Form): ReadonlyMap<string, StoredField> {
  const fields = new Map<string, StoredField>();
  for (const { key, question, page } of walk(form).questions) {
    const type = typeOf(question);
    for (const stored of storedKeys(key, question))
      fields.set(stored, { page, type, maxLength: maxLengthOf(question) });
    if (isChoice(question)) fields.set(`${key}_desc`, { page, type: 'text', maxLength: labelMaxLength });
  }
  return fields;
}

const models = new WeakMap<Form, ReadonlyMap<string, StoredField>>();

/** Every key that may be stored, `_desc` companions included. */
export function dataModel(form: Form): ReadonlyMap<string, StoredField> {
  const model = models.get(form) ?? fieldsOf(form);
  models.set(form, model);
  return model;
}

/** The page of each key that a problem can stand on: what a summary link needs. */
export function pageOf(form: Form, key: string): string | undefined {
  return dataModel(form).get(key)?.page ?? walk(form).blockingNotices.find((stop) => stop.key === key)?.page;
}

const controls = /[^\P{Cc}\t\n\r]/u;

/** True for text that every store and printer can carry: no control characters, no half of a surrogate pair. */
export const isCleanText = (text: string): boolean => text.isWellFormed() && !controls.test(text);

/** Why a value cannot be stored under a field, in words; undefined when it can. */
export function storageError(field: StoredField, value: unknown): string | undefined {
  if (field.type === 'boolean')
    return typeof value === 'boolean' || value === '' ? undefined : 'must be true, false or empty';
  if (field.type === 'marker')
    return value === answeredMarker || value === '' ? undefined : `must be ${answeredMarker} or empty`;
  if (typeof value !== 'string') return 'must be text';
  if (field.type === 'date')
    return isCalendarDate(value) || value === '' ? undefined : 'must be a day, written yyyy-mm-dd, or empty';
  if (value.length > field.maxLength) return `is longer than ${field.maxLength} characters`;
  return isCleanText(value) ? undefined : 'contains characters that cannot be stored';
}

const none: readonly Option[] = [];

/** The options of a choice as the answers stand, the same list for the same answers; empty for every other kind. */
export function optionsOf(question: Question, answers: Readonly<Partial<Record<string, Value>>>) {
  if (question.kind === 'select' || question.kind === 'radio') return question.options;
  if (question.kind === 'dependentSelect')
    return question.optionsFor[String(answers[question.on] ?? '')] ?? none;
  return none;
}

/** A list and, marked, the stored code that has left it since (decision D-77). */
export const withStoredOption = (
  options: readonly Option[],
  value: Value,
  label: string,
): readonly Option[] =>
  value === '' || typeof value !== 'string' || options.some(([code]) => code === value)
    ? options
    : [...options, [value, `${label || value} (no longer offered)`]];
