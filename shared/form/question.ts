import type { Answers, Context, Option, Value } from './answers.ts';
import type { Condition } from './condition.ts';

/** An additional rule for an answer that is not empty. Returns the message to show, or undefined. */
export type Check = (value: Value, answers: Answers, context: Context) => string | undefined;

/** The message for an empty answer while all conditions of `when` are met; without `when`, always. */
export interface RequiredWhen {
  readonly message: string;
  readonly when?: readonly Condition[] | undefined;
}

export type FormatHint = string | ((value: string) => string);

interface Base {
  readonly label: string;
  /** The label in print, where the label on the screen is an instruction ('Search for Your School'). */
  readonly printLabel?: string | undefined;
  readonly hint?: string | undefined;
  /**
   * The expected format of an answer. Shown quietly when the field loses focus with an answer that would not
   * be accepted. It is not an error: the error message appears when the application is validated. A function
   * says what is wrong with the answer.
   */
  readonly formatHint?: FormatHint | undefined;
  /** The message when a visible question is not answered. */
  readonly required?: string | undefined;
  /**
   * The messages of a question that is required under conditions; the first whose conditions are met is
   * shown. They are data, so that the data dictionary can list them.
   */
  readonly requiredWhen?: readonly RequiredWhen[] | undefined;
  readonly check?: Check | undefined;
  /** The width of the field on a wide screen. */
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
  /** The phone keyboard to show; by default, letters. */
  readonly inputMode?: 'numeric' | 'decimal' | 'tel' | undefined;
  /** On the screen, the digit keyboard and the hint are shown only while this condition is met. */
  readonly digitsWhen?: Condition | undefined;
  /** The length to which a number is padded with zeros. */
  readonly digits?: number | undefined;
  /** For a phone: the key of the question for numbers of other countries. */
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
 * A select whose options depend on another answer. It is hidden while there are no options, unless
 * `displayOnly` is true. `Reads` are the keys that it reads: the one it depends on, and that of its
 * condition.
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
/** Several checkboxes under one question. Each is stored under `{key}_{name}`. */
export interface CheckboxesQuestion<Name extends string = string> extends Base {
  readonly kind: 'checkboxes';
  readonly boxes: Readonly<Record<Name, string>>;
}
/** A month and a year, stored under `{key}_month` and `{key}_year`; its errors are under the month. */
export interface MonthYearQuestion extends Base {
  readonly kind: 'monthYear';
  readonly years: readonly Option[];
}
/** A look-up that fills other answers: `fills` maps fields of the found record to the keys to fill. */
export interface AutocompleteQuestion<Filled extends string = string> extends TypedQuestion {
  readonly kind: 'autocomplete';
  readonly category: 'college_ceeb' | 'hs_ceeb' | 'address';
  readonly fills: Readonly<Record<string, Filled>>;
}
/** A file that is converted to PDF; its answer is the marker once it is converted. */
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

/** Select, radio and dependent select: one option of a list, stored as a code and a label. */
export const isChoice = ({ kind }: Question): boolean =>
  kind === 'select' || kind === 'radio' || kind === 'dependentSelect';
