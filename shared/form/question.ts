import type { Condition } from './condition.ts';

/** What an applicant can type, choose or tick. An unanswered question holds the empty string. */
export type Value = string | boolean;

/** The flat map from question key to value (platform specification, point 3). */
export type Answers = Readonly<Partial<Record<string, Value>>>;

/** What a rule may know besides the answers. */
export interface Context {
  /** The day on which the rule is asked, as yyyy-mm-dd. */
  readonly today: string;
}

/** A rule beyond the plain ones, for an answer that is given. Returns the message to show, or undefined. */
export type Check = (value: Value, answers: Answers, context: Context) => string | undefined;

/** A message for an empty answer, and what must hold for it; always, where nothing is said. */
export interface Wanted {
  readonly message: string;
  readonly when?: readonly Condition[] | undefined;
}

/** A code and the words for it. Lists hold no empty entry: the field offers '--' itself. */
export type Option = readonly [value: string, label: string];

interface Base {
  readonly label: string;
  /** The label on paper, where the one on the screen says what to do ('Search for Your School'). */
  readonly printed?: string | undefined;
  readonly hint?: string | undefined;
  /** The message when a shown question is unanswered (form specification, point 5; decision D-58). */
  readonly required?: string | undefined;
  /** Messages of a question that wants an answer at times: the first whose conditions hold. They are data, to be listed. */
  readonly wanted?: readonly Wanted[] | undefined;
  readonly check?: Check | undefined;
  /** How much of a line the field needs on a wide screen. */
  readonly width?: 'full' | 'half' | 'third' | undefined;
}

interface Typed extends Base {
  readonly maxLength: number;
  readonly pattern?: { readonly expression: RegExp; readonly message: string } | undefined;
  /** The browser's autocomplete token (WCAG 1.3.5). */
  readonly autoComplete?: string | undefined;
}

export interface TextQuestion extends Typed {
  readonly kind: 'text' | 'email' | 'phone' | 'ssn';
  readonly numeric?: boolean | undefined;
  /** Of a phone: the key of the question that takes numbers of other countries. */
  readonly international?: string | undefined;
}
export interface TextareaQuestion extends Typed {
  readonly kind: 'textarea';
  readonly rows: number;
}
export interface DateQuestion extends Base {
  readonly kind: 'date';
  readonly autoComplete?: string | undefined;
}
export interface ChoiceQuestion extends Base {
  readonly kind: 'select' | 'radio';
  readonly options: readonly Option[];
  readonly autoComplete?: string | undefined;
}
/**
 * A select whose list depends on another answer; without a list it is not shown, unless `displayOnly`. `Reads` are the
 * keys it looks at: the one it depends on and that of its condition.
 */
export interface DependentSelectQuestion<Reads extends string = string> extends Base {
  readonly kind: 'dependentSelect';
  readonly on: Reads;
  readonly optionsFor: Readonly<Record<string, readonly Option[]>>;
  readonly displayOnly: boolean;
  readonly condition?: Condition | undefined;
  readonly autoComplete?: string | undefined;
}
export interface TickQuestion extends Base {
  readonly kind: 'tick';
}
/** Several boxes under one question; each is stored under `{key}_{name}`. */
export interface TicksQuestion<Name extends string = string> extends Base {
  readonly kind: 'ticks';
  readonly boxes: Readonly<Record<Name, string>>;
}
/** A month and a year, stored under `{key}_month` and `{key}_year`; problems stand on the month. */
export interface MonthYearQuestion extends Base {
  readonly kind: 'monthYear';
  readonly years: readonly Option[];
}
/** A look-up that fills other answers: field of the found record -> key to fill. */
export interface AutocompleteQuestion<Filled extends string = string> extends Typed {
  readonly kind: 'autocomplete';
  readonly category: 'college_ceeb' | 'hs_ceeb' | 'address';
  readonly fills: Readonly<Record<string, Filled>>;
}
/** A file that is converted to PDF; the answer is the marker once it is. */
export interface DocumentQuestion extends Base {
  readonly kind: 'document';
}

export type Question =
  | TextQuestion
  | TextareaQuestion
  | DateQuestion
  | ChoiceQuestion
  | DependentSelectQuestion
  | TickQuestion
  | TicksQuestion
  | MonthYearQuestion
  | AutocompleteQuestion
  | DocumentQuestion;

/** What stands for a completed document, and for a month and year completed elsewhere (platform specification, point 3). */
export const answeredMarker = 'ANSWERED';

/** Nothing, a box that is not ticked (decision D-76), or nothing but spaces. */
export const isEmpty = (value: Value | undefined): boolean =>
  typeof value === 'string' ? value.trim() === '' : value !== true;

/** Select, radio and dependent select: one option of a list, with its label stored beside the code. */
export const isChoice = ({ kind }: Question): boolean =>
  kind === 'select' || kind === 'radio' || kind === 'dependentSelect';
