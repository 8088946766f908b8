import type { Answers, Context, Option, Value } from './answers.ts';
import type { Condition } from './condition.ts';

/** A rule beyond the plain ones, for an answer that is given. Returns the message to show, or undefined. */
export type Check = (value: Value, answers: Answers, context: Context) => string | undefined;

/** A message for an empty answer, and what must hold for it; always, where nothing is said. */
export interface RequiredWhen {
  readonly message: string;
  readonly when?: readonly Condition[] | undefined;
}

interface Base {
  readonly label: string;
  /** The label on paper, where the one on the screen says what to do ('Search for Your School'). */
  readonly printLabel?: string | undefined;
  readonly hint?: string | undefined;
  /** The message when a shown question is unanswered (form specification, point 5; decision D-58). */
  readonly required?: string | undefined;
  /** Messages of a question that wants an answer at times: the first whose conditions hold. They are data, to be listed. */
  readonly requiredWhen?: readonly RequiredWhen[] | undefined;
  readonly check?: Check | undefined;
  /** How much of a line the field needs on a wide screen. */
  readonly width?: 'full' | 'half' | 'third' | undefined;
}

interface TypedQuestion extends Base {
  readonly maxLength: number;
  readonly pattern?: { readonly expression: RegExp; readonly message: string } | undefined;
  /** The browser's autocomplete token (WCAG 1.3.5). */
  readonly autoComplete?: string | undefined;
}

export interface TextQuestion extends TypedQuestion {
  readonly kind: 'text' | 'email' | 'phone' | 'ssn';
  readonly numeric?: boolean | undefined;
  /** Of a phone: the key of the question that takes numbers of other countries. */
  readonly international?: string | undefined;
}
export interface TextareaQuestion extends TypedQuestion {
  readonly kind: 'textarea';
  readonly rows: number;
}
export interface DateQuestion extends Base {
  readonly kind: 'date';
  readonly autoComplete?: string | undefined;
}
export interface ChoiceQuestion<Code extends string = string> extends Base {
  readonly kind: 'select' | 'radio';
  readonly options: readonly Option<Code>[];
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
export interface CheckboxQuestion extends Base {
  readonly kind: 'checkbox';
}
/** Several boxes under one question; each is stored under `{key}_{name}`. */
export interface CheckboxesQuestion<Name extends string = string> extends Base {
  readonly kind: 'checkboxes';
  readonly boxes: Readonly<Record<Name, string>>;
}
/** A month and a year, stored under `{key}_month` and `{key}_year`; problems stand on the month. */
export interface MonthYearQuestion extends Base {
  readonly kind: 'monthYear';
  readonly years: readonly Option[];
}
/** A look-up that fills other answers: field of the found record -> key to fill. */
export interface AutocompleteQuestion<Filled extends string = string> extends TypedQuestion {
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
  | CheckboxQuestion
  | CheckboxesQuestion
  | MonthYearQuestion
  | AutocompleteQuestion
  | DocumentQuestion;

/** Select, radio and dependent select: one option of a list, with its label stored beside the code. */
export const isChoice = ({ kind }: Question): boolean =>
  kind === 'select' || kind === 'radio' || kind === 'dependentSelect';
