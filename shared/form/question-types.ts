import type { Option } from './answers.ts';
import type { Condition } from './condition.ts';
import type {
  AutocompleteQuestion,
  Check,
  CheckboxesQuestion,
  CheckboxQuestion,
  ChoiceQuestion,
  DateQuestion,
  DependentSelectQuestion,
  DocumentQuestion,
  FormatHint,
  MonthYearQuestion,
  RequiredWhen,
  TextareaQuestion,
  TextQuestion,
} from './question.ts';

interface Settings {
  readonly printLabel?: string;
  readonly hint?: string;
  readonly formatHint?: FormatHint;
  readonly required?: string;
  readonly requiredWhen?: readonly RequiredWhen[];
  readonly check?: Check;
  readonly width?: 'full' | 'half' | 'third';
}
interface TypedSettings extends Settings {
  readonly maxLength?: number;
  readonly pattern?: { readonly expression: RegExp; readonly message: string };
  readonly autoComplete?: string;
}

const defaultMaxLength = 45;
/** Real email addresses, school names and streets exceed the default. */
export const longTextMaxLength = 90;

const phonePattern = /^\([2-9]\d{2}\) [2-9]\d{2}-\d{4}$/;

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
const ssnPattern = /^\d{3}-\d{2}-\d{4}$/;

export const text = (
  label: string,
  settings: TypedSettings & Pick<TextQuestion, 'inputMode' | 'digitsWhen' | 'digits'> = {},
): TextQuestion => ({
  kind: 'text',
  label,
  maxLength: defaultMaxLength,
  ...settings,
});

export const email = (label: string, message: string, settings: TypedSettings = {}): TextQuestion => ({
  kind: 'email',
  label,
  maxLength: longTextMaxLength,
  formatHint: 'Please check this address. It should look like name@example.org.',
  pattern: { expression: emailPattern, message },
  ...settings,
});

/**
 * '(NXX) NXX-XXXX': area code and exchange start with 2 to 9. Longer numbers of other countries are stored as
 * typed, but are not valid here.
 */
export const phone = (
  label: string,
  message: string,
  settings: TypedSettings & { international?: string } = {},
): TextQuestion => ({
  kind: 'phone',
  label,
  maxLength: defaultMaxLength,
  formatHint: phoneFormatHint,
  pattern: { expression: phonePattern, message },
  ...settings,
});

export const ssn = (label: string, message: string, settings: TypedSettings = {}): TextQuestion => ({
  kind: 'ssn',
  label,
  maxLength: 11,
  pattern: { expression: ssnPattern, message },
  ...settings,
});

/** `limit` counts UTF-16 code units, in the browser and on the server. */
export const textarea = (
  label: string,
  { limit = 1500, ...settings }: TypedSettings & { limit?: number; rows?: number } = {},
): TextareaQuestion => ({ kind: 'textarea', label, maxLength: limit, rows: 6, ...settings });

/** Stored as yyyy-mm-dd, and only when the date exists. */
export const date = (label: string, settings: Settings & { autoComplete?: string } = {}): DateQuestion => ({
  kind: 'date',
  label,
  ...settings,
});

export const yesNo = [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const satisfies readonly Option[];

export const select = <const Code extends string>(
  label: string,
  options: readonly Option<Code>[],
  settings: Settings & { autoComplete?: string } = {},
): ChoiceQuestion<Code> => ({ kind: 'select', label, options, ...settings });

/** Without options this is a yes-or-no question. */
export function radio(label: string, options?: undefined, settings?: Settings): ChoiceQuestion<'Y' | 'N'>;
export function radio<const Code extends string>(
  label: string,
  options: readonly Option<Code>[],
  settings?: Settings,
): ChoiceQuestion<Code>;
export function radio(
  label: string,
  options: readonly Option[] = yesNo,
  settings: Settings = {},
): ChoiceQuestion {
  return { kind: 'radio', label, options, ...settings };
}

export const dependentSelect = <const On extends string, const Key extends string = never>(
  label: string,
  on: On,
  optionsFor: Readonly<Record<string, readonly Option[]>>,
  settings: Settings & { displayOnly?: boolean; condition?: Condition<Key>; autoComplete?: string } = {},
): DependentSelectQuestion<On | NoInfer<Key>> => ({
  kind: 'dependentSelect',
  label,
  on,
  optionsFor,
  displayOnly: false,
  ...settings,
});

export const checkbox = (label: string, settings: Settings = {}): CheckboxQuestion => ({
  kind: 'checkbox',
  label,
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

export const document = (label: string, settings: Settings = {}): DocumentQuestion => ({
  kind: 'document',
  label,
  ...settings,
});
