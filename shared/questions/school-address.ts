import { askUnder, dependentSelect, equals, longTextMaxLength, select, text } from '../form/index.ts';
import { countries } from '../options/countries.ts';
import { regionsByCountry } from '../options/regions.ts';

/** The questions that a found school fills. The country comes before the state, whose list depends on it. */
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

/** Code and address of a high school or college. A found school fills them. */
export const schoolAddress = <const Prefix extends string>(prefix: Prefix, labelPrefix: string) =>
  askUnder(prefix, {
    ceeb: text(`${labelPrefix} Code (CEEB)`, {
      hint: "Leave blank if you don't know it.",
      width: 'half',
    }),
    country: select(`${labelPrefix} Country`, countries, { width: 'half' }),
    address_line_1: text(`${labelPrefix} Address`, { maxLength: longTextMaxLength }),
    city: text(`${labelPrefix} City`, { width: 'half' }),
    state: dependentSelect(`${labelPrefix} State/Province`, `${prefix}_country`, regionsByCountry, {
      width: 'half',
    }),
    zip: text(`${labelPrefix} ZIP/Postal Code`, {
      width: 'half',
      digitsWhen: equals(`${prefix}_country`, 'USA'),
    }),
  });
