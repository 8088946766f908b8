/** What an applicant can type, choose or tick. An unanswered question holds the empty string. */
export type Value = string | boolean;

/** The flat map from question key to value (platform specification, point 3). */
export type Answers = Readonly<Partial<Record<string, Value>>>;

/** What a rule may know besides the answers. */
export interface Context {
  /** The day on which the rule is asked, as yyyy-mm-dd. */
  readonly today: string;
}

/** A code and the words for it. Lists hold no empty entry: the field offers '--' itself. */
export type Option = readonly [value: string, label: string];

/** What stands for a completed document, and for a month and year completed elsewhere (platform specification, point 3). */
export const answeredMarker = 'ANSWERED';

/** Nothing, a box that is not ticked (decision D-76), or nothing but spaces. */
export const isEmpty = (value: Value | undefined): boolean =>
  typeof value === 'string' ? value.trim() === '' : value !== true;
