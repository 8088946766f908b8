/** A value that an applicant types, chooses or checks. An unanswered question holds the empty string. */
export type Value = string | boolean;

/** The flat map from answer key to value. */
export type Answers = Readonly<Partial<Record<string, Value>>>;

/** Input of rules, in addition to the answers. */
export interface Context {
  /** The applicant's local date, as yyyy-mm-dd. */
  readonly today: string;
}

/** A code and its label. A list has no empty entry: the field adds '--' itself. */
export type Option<Code extends string = string> = readonly [code: Code, label: string];

/**
 * The answer of a document question whose file is converted, and of a month and year that were answered in
 * another system.
 */
export const answeredMarker = 'ANSWERED';

/** True for no answer, an unchecked checkbox, and text of spaces only. */
export const isEmpty = (value: Value | undefined): boolean =>
  typeof value === 'string' ? value.trim() === '' : value !== true;
