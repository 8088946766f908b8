import {
  askUnder,
  autocomplete,
  dependentSelect,
  equals,
  longTextMaxLength,
  select,
  text,
} from '../form/index.ts';
import { countries } from '../options/countries.ts';
import { regionsByCountry } from '../options/regions.ts';

/** The questions that a found address fills. The country comes before the state, whose list depends on it. */
export const addressAutofill = <const Prefix extends string>(prefix: Prefix) =>
  ({
    address_line_1: `${prefix}_address_line_1`,
    country: `${prefix}_country`,
    city: `${prefix}_city`,
    state: `${prefix}_state`,
    zip: `${prefix}_zip`,
  }) as const;

interface Settings {
  /** Starts the labels where the page has another address above it. */
  readonly labelPrefix?: string;
  /** The browser's name for an address of the applicant. Without it, the browser fills in nothing. */
  readonly autoComplete?: string;
}

/** An optional address. */
export const postalAddress = <const Prefix extends string>(
  prefix: Prefix,
  { labelPrefix = '', autoComplete }: Settings = {},
) => {
  const token = (part: string) =>
    autoComplete === undefined ? {} : { autoComplete: `${autoComplete} ${part}` };
  return askUnder(prefix, {
    country: select(`${labelPrefix}Country`, countries, token('country')),
    address_line_1: autocomplete(
      `${labelPrefix}Address`,
      'address',
      addressAutofill(prefix),
      token('address-line1'),
    ),
    address_line_2: text(`${labelPrefix}Address Line 2`, {
      maxLength: longTextMaxLength,
      ...token('address-line2'),
    }),
    city: text(`${labelPrefix}City`, { width: 'half', ...token('address-level2') }),
    state: dependentSelect(`${labelPrefix}State/Province`, `${prefix}_country`, regionsByCountry, {
      width: 'half',
      ...token('address-level1'),
    }),
    zip: text(`${labelPrefix}ZIP/Postal Code`, {
      width: 'half',
      digitsWhen: equals(`${prefix}_country`, 'USA'),
      ...token('postal-code'),
    }),
  });
};
