import type { Answers, Context, Option, Value } from './answers.ts';
import type { Condition } from './condition.ts';

/** An additional rule for an answer that is not empty. Returns the message to show, or undefined. */
export type Check = (value: Value, answers: Answers, context: Context) => string | undefined;

/** The message for an empty answer while all conditions of `when` are met; without `when`, always. */
export interface RequiredWhen {
  readonly message: string;
  readonly when?: readonly Condition[] | undefined;
}

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
  readonly formatHint?: string | ((value: string) => string) | undefined;
  /** The message when a visible question is not answered. */
  readonly required?: string | undefined;
  /**
   * The messages of a question that is required under conditions; the first whose conditions are met is
   * shown. They are data, so that the data dictionary can list them.
   */
  readonly requiredWhen?: readonly RequiredWhen[] | undefined;
  readonly check?: Check | undefined;
  /** The browser's autocomplete token (WCAG 1.3.5), for an input or a select. */
  readonly autoComplete?: string | undefined;
  /** The width of the field on a wide screen. */
  readonly width?: 'full' | 'half' | 'third' | undefined;
}

interface TypedQuestion extends Base {
  readonly maxLength: number;
  readonly pattern?: { readonly expression: RegExp; readonly message: string } | undefined;
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
export interface ChoiceQuestion<Code extends string = string> extends Base {
  readonly kind: 'select' | 'radio';
  readonly options: readonly Option<Code>[];
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
interface PlainQuestion<Kind extends string> extends Base {
  readonly kind: Kind;
}
/** Stored as yyyy-mm-dd, and only when the date exists. */
export type DateQuestion = PlainQuestion<'date'>;
export type CheckboxQuestion = PlainQuestion<'checkbox'>;
/** A file that is converted to PDF; its answer is the marker once it is converted. */
export type DocumentQuestion = PlainQuestion<'document'>;

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

type Settings = Partial<Omit<Base, 'label'>>;
type TypedSettings = Partial<Omit<TypedQuestion, 'label'>>;

const defaultMaxLength = 45;
/** Real email addresses, school names and streets exceed the default. */
export const longTextMaxLength = 90;

function phoneFormatHint(value: string): string {
  const digits = value.replaceAll(/\D/g, '');
  if (digits.length !== 10) return 'This number needs 10 digits.';
  const part = /^[01]/.test(digits) ? 'The area code' : 'The number after the area code';
  return `${part} can't start with 0 or 1. Please check this number.`;
}

/**
 * Valid email addresses: the characters of the HTML standard, and letters of every language in the name and
 * the domain. The domain has a dot, and none of its labels starts or ends with a hyphen.
 */
const emailLabel = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?';
const emailPattern = new RegExp(
  `^[\\p{L}\\p{N}\\p{M}.!#$%&'*+/=?^_\`{|}~-]+@${emailLabel}(?:\\.${emailLabel})+$`,
  'u',
);

export const text = (
  label: string,
  settings: TypedSettings & Pick<TextQuestion, 'inputMode' | 'digitsWhen' | 'digits'> = {},
): TextQuestion => ({
  kind: 'text',
  label,
  maxLength: defaultMaxLength,
  ...settings,
});

/** Text of one pattern, with the message for any other text. */
const patterned =
  (kind: TextQuestion['kind'], expression: RegExp, defaults: TypedSettings & { maxLength: number }) =>
  (
    label: string,
    message: string,
    settings: TypedSettings & Pick<TextQuestion, 'international'> = {},
  ): TextQuestion => ({ kind, label, ...defaults, pattern: { expression, message }, ...settings });

export const email = patterned('email', emailPattern, {
  maxLength: longTextMaxLength,
  formatHint: 'Please check this address. It should look like name@example.org.',
});
/**
 * '(NXX) NXX-XXXX': area code and exchange start with 2 to 9. Longer numbers of other countries are stored as
 * typed, but are not valid here.
 */
export const phone = patterned('phone', /^\([2-9]\d{2}\) [2-9]\d{2}-\d{4}$/, {
  maxLength: defaultMaxLength,
  formatHint: phoneFormatHint,
});
export const ssn = patterned('ssn', /^\d{3}-\d{2}-\d{4}$/, { maxLength: 11 });

/** `limit` counts UTF-16 code units, in the browser and on the server. */
export const textarea = (
  label: string,
  { limit = 1500, ...settings }: TypedSettings & { limit?: number; rows?: number } = {},
): TextareaQuestion => ({ kind: 'textarea', label, maxLength: limit, rows: 6, ...settings });

const plain =
  <Kind extends string>(kind: Kind) =>
  (label: string, settings: Settings = {}): PlainQuestion<Kind> => ({ kind, label, ...settings });
export const date = plain('date');
export const checkbox = plain('checkbox');
export const document = plain('document');

export const yesNo = [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const satisfies readonly Option[];

export const select = <const Code extends string>(
  label: string,
  options: readonly Option<Code>[],
  settings: Settings = {},
): ChoiceQuestion<Code> => ({ kind: 'select', label, options, ...settings });

/** Without options this is a yes-or-no question. */
export function radio(label: string, options?: undefined, settings?: Settings): ChoiceQuestion<'Y' | 'N'>;
export function radio<const Code extends string>(
  label: string,
  options: readonly Option<Code>[],
  settings?: Settings,
): ChoiceQuestion<Code>;
export function radio(label: string, options: readonly Option[] = yesNo, settings: Settings = {}) {
  return { kind: 'radio', label, options, ...settings };
}

export const dependentSelect = <const On extends string, const Key extends string = never>(
  label: string,
  on: On,
  optionsFor: Readonly<Record<string, readonly Option[]>>,
  settings: Settings & { displayOnly?: boolean; condition?: Condition<Key> } = {},
): DependentSelectQuestion<On | NoInfer<Key>> => ({
  kind: 'dependentSelect',
  label,
  on,
  optionsFor,
  displayOnly: false,
  ...settings,
});

export const checkboxes = <const Name extends string>(
  label: string,
  boxes: Readonly<Record<Name, string>>,
  settings: Settings = {},
): CheckboxesQuestion<Name> => ({ kind: 'checkboxes', label, boxes, ...settings });

export const monthYear = (
  label: string,
  years: readonly Option[],
  settings: Settings = {},
): MonthYearQuestion => ({ kind: 'monthYear', label, years, ...settings });

export const autocomplete = <const Filled extends string>(
  label: string,
  category: AutocompleteQuestion['category'],
  fills: Readonly<Record<string, Filled>>,
  settings: TypedSettings = {},
): AutocompleteQuestion<Filled> => ({
  kind: 'autocomplete',
  label,
  category,
  fills,
  maxLength: longTextMaxLength,
  ...settings,
});
