import { answeredMarker, type Value } from './answers.ts';
import { cleanText, withoutControls } from './clean-text.ts';
import { isCalendarDate, typedPartsKey, typedPartsPattern } from './dates.ts';
import type { Form } from './form.ts';
import { isChoice, type Question } from './question.ts';
import { storedKeys, walk } from './walk.ts';

/** The values that may be stored under a key. `page` is the path of the page with its question. */
export interface StoredField {
  readonly page: string;
  /**
   * A marker only says that there is a document. A date is an existing day; parts are those of an incomplete
   * one.
   */
  readonly type: 'text' | 'boolean' | 'marker' | 'date' | 'parts';
  readonly maxLength: number;
  /** True for text in which a line may end. */
  readonly hasLines: boolean;
}

/** The maximum length of answers that are not typed, such as option codes. */
export const codeMaxLength = 45;
/** The maximum length of option labels; the longest country name has 52 characters. */
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
    const [type, hasLines] = [typeOf(question), question.kind === 'textarea'];
    const add = (stored: string, field: Pick<StoredField, 'type' | 'maxLength'>) =>
      fields.set(stored, { page, hasLines, ...field });
    for (const stored of storedKeys(key, question)) add(stored, { type, maxLength: maxLengthOf(question) });
    if (isChoice(question)) add(`${key}_desc`, { type: 'text', maxLength: labelMaxLength });
    if (question.kind === 'date') add(typedPartsKey(key), { type: 'parts', maxLength: codeMaxLength });
  }
  return fields;
}

const models = new WeakMap<Form, ReadonlyMap<string, StoredField>>();

/** Every key that may be stored, including companions. Computed once per form. */
export function dataModel(form: Form): ReadonlyMap<string, StoredField> {
  const model = models.get(form) ?? fieldsOf(form);
  models.set(form, model);
  return model;
}

/** The path of the page that shows the errors of a key; summary links need it. */
export function pageOf(form: Form, key: string): string | undefined {
  return (
    dataModel(form).get(key)?.page ?? walk(form).blockingNotices.find((notice) => notice.key === key)?.page
  );
}

/** True for text that needs no cleaning to be stored. */
export const isCleanText = (text: string): boolean => withoutControls(text) === text;

const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

/** An answer while it is typed: with nothing that the input did not show. */
export const typedValue = ({ hasLines }: StoredField, value: Value): Value => {
  if (typeof value !== 'string') return value;
  const text = withoutControls(value);
  return hasLines ? text : onOneLine(text);
};

/** An answer as it is stored, once it has been typed. */
export const cleanValue = <T>({ hasLines }: StoredField, value: T): T | string => {
  if (typeof value !== 'string') return value;
  const text = cleanText(value);
  return hasLines ? text : onOneLine(text);
};

/**
 * Returns why a value cannot be stored after it was cleaned, as the end of a sentence; undefined if it can.
 */
export function storageError(field: StoredField, value: unknown): string | undefined {
  if (field.type === 'boolean')
    return typeof value === 'boolean' || value === '' ? undefined : 'must be true, false or empty';
  if (field.type === 'marker')
    return value === answeredMarker || value === '' ? undefined : `must be ${answeredMarker} or empty`;
  if (typeof value !== 'string') return 'must be text';
  if (field.type === 'date')
    return isCalendarDate(value) || value === '' ? undefined : 'must be a day, written yyyy-mm-dd, or empty';
  if (field.type === 'parts')
    return typedPartsPattern.test(value) || value === '' ? undefined : 'must be month/day/year or empty';
  return value.length > field.maxLength ? `is longer than ${field.maxLength} characters` : undefined;
}
