/** What an applicant can type, choose or check. An unanswered question holds the empty string. */
export type Value = string | boolean;

/** The flat map from question key to value. */
export type Answers = Readonly<Partial<Record<string, Value>>>;

/** What a rule may read besides the answers. */
export interface Context {
  /** The applicant's own day, as yyyy-mm-dd. */
  readonly today: string;
}

/** A code and its label. Lists hold no empty entry: the field offers '--' itself. */
export type Option<Code extends string = string> = readonly [code: Code, label: string];

/** The answer of a document question once its file is converted, and of a month and year completed elsewhere. */
export const answeredMarker = 'ANSWERED';

/** True for no answer, an unchecked checkbox, and nothing but spaces. */
export const isEmpty = (value: Value | undefined): boolean =>
  typeof value === 'string' ? value.trim() === '' : value !== true;
