import { askUnder, dependentSelect, longTextMaxLength, select, text } from '../form/index.ts';
import { countries } from '../options/countries.ts';
import { regionsByCountry } from '../options/regions.ts';

/** What a found school fills, the country before the state that depends on it. */
export const schoolAutofill = <const Prefix extends string>(prefix: Prefix) =>
  ({
    name: `${prefix}_name`,
    ceeb: `${prefix}_ceeb`,
    address_line_1: `${prefix}_address_line_1`,
    country: `${prefix}_country`,
    city: `${prefix}_city`,
    state: `${prefix}_state`,
    zip: `${prefix}_zip`,
  }) as const;

/** Code and address of a high school or college; a found one fills them. */
export const schoolAddress = <const Prefix extends string>(prefix: Prefix, what: string) =>
  askUnder(prefix, {
    ceeb: text(`${what} Code (CEEB)`, {
      hint: 'Leave it empty if you do not know it.',
      width: 'half',
      numeric: true,
    }),
    country: select(`${what} Country`, countries, { width: 'half' }),
    address_line_1: text(`${what} Address`, { maxLength: longTextMaxLength }),
    city: text(`${what} City`, { width: 'half' }),
    state: dependentSelect(`${what} State/Province`, `${prefix}_country`, regionsByCountry, {
      width: 'half',
    }),
    zip: text(`${what} ZIP/Postal Code`, { width: 'half' }),
  });
