import { askUnder, autocomplete, dependentSelect, longTextMaxLength, select, text } from '../form/index.ts';
import { countries } from '../options/countries.ts';
import { regionsByCountry } from '../options/regions.ts';

/** What a found address fills, the country before the state that depends on it. */
export const addressAutofill = <const Prefix extends string>(prefix: Prefix) =>
  ({
    address_line_1: `${prefix}_address_line_1`,
    country: `${prefix}_country`,
    city: `${prefix}_city`,
    state: `${prefix}_state`,
    zip: `${prefix}_zip`,
  }) as const;

/** An address nobody has to give. Its labels begin with `whose`, where the page has another address above it. */
export const postalAddress = <const Prefix extends string>(prefix: Prefix, whose = '') =>
  askUnder(prefix, {
    country: select(`${whose}Country`, countries),
    address_line_1: autocomplete(`${whose}Address`, 'address', addressAutofill(prefix)),
    address_line_2: text(`${whose}Address Line 2`, { maxLength: longTextMaxLength }),
    city: text(`${whose}City`, { width: 'half' }),
    state: dependentSelect(`${whose}State/Province`, `${prefix}_country`, regionsByCountry, {
      width: 'half',
    }),
    zip: text(`${whose}ZIP/Postal Code`, { width: 'half' }),
  });
