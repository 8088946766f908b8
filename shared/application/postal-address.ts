import { askUnder, autocomplete, dependentSelect, longTextMaxLength, select, text } from '../form/index.ts';
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

/** An optional address. `whose` starts its labels where the page has another address above it. */
export const postalAddress = <const Prefix extends string>(prefix: Prefix, labelPrefix = '') =>
  askUnder(prefix, {
    country: select(`${labelPrefix}Country`, countries),
    address_line_1: autocomplete(`${labelPrefix}Address`, 'address', addressAutofill(prefix)),
    address_line_2: text(`${labelPrefix}Address Line 2`, { maxLength: longTextMaxLength }),
    city: text(`${labelPrefix}City`, { width: 'half' }),
    state: dependentSelect(`${labelPrefix}State/Province`, `${prefix}_country`, regionsByCountry, {
      width: 'half',
    }),
    zip: text(`${labelPrefix}ZIP/Postal Code`, { width: 'half' }),
  });
