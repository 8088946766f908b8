import {
  ask,
  autocomplete,
  type Check,
  checkbox,
  date,
  dependentSelect,
  equals,
  fold,
  longTextMaxLength,
  notEquals,
  section,
  select,
  text,
  when,
  yearOf,
} from '../../form/index.ts';
import { countries } from '../../options/countries.ts';
import { regionsByCountry } from '../../options/regions.ts';
import { postalAddress } from '../postal-address.ts';

/** In the United States the ZIP code is required and has at least five characters. */
const zipMinimum = 5;
const zipIsShort = `ZIP/Postal Code must be at least ${zipMinimum} characters.`;
const zip: Check = (value, answers) =>
  answers.country === 'USA' && String(value).length < zipMinimum ? zipIsShort : undefined;

/** From three years ago to four years ahead. Only the year counts. */
const effectiveDate: Check = (value, _answers, { today }) => {
  const [year, minimum, maximum] = [yearOf(String(value)), yearOf(today) - 3, yearOf(today) + 4];
  if (year < minimum) return `Minimum supported year is ${minimum}.`;
  return year > maximum ? `Maximum supported year is ${maximum}.` : undefined;
};

const mailing = [
  fold(
    'Mailing address, if different',
    [
      postalAddress('mailing', { labelPrefix: 'Mailing ', autoComplete: 'section-mailing' }),
      ask({
        mailing_addr_effective_date: date('Start using this mailing address on', {
          check: effectiveDate,
          formatHint: 'Please check the year.',
        }),
      }),
    ],
    { everyWidth: true },
  ),
] as const;

/** Fields of the found address, and the questions that they fill. */
const fills = {
  address_line_1: 'address_line_1',
  country: 'country',
  city: 'city',
  state: 'state',
  zip: 'zip',
} as const;

export const address = section('Permanent home address', [
  ask({
    country: select('Country', countries, { required: 'Country', autoComplete: 'country' }),
    address_line_1: autocomplete('Address', 'address', fills, {
      required: 'Address',
      autoComplete: 'address-line1',
    }),
    address_line_2: text('Address Line 2', { maxLength: longTextMaxLength, autoComplete: 'address-line2' }),
    city: text('City', { required: 'City', width: 'half', autoComplete: 'address-level2' }),
    state: dependentSelect('State/Province', 'country', regionsByCountry, {
      required: 'State/Province',
      width: 'half',
      autoComplete: 'address-level1',
    }),
    zip: text('ZIP/Postal Code', {
      requiredWhen: [{ message: zipIsShort, when: [equals('country', 'USA')] }],
      check: zip,
      hint: 'U.S. ZIP codes have 5 digits.',
      formatHint: `This ZIP code needs at least ${zipMinimum} digits.`,
      width: 'half',
      digitsWhen: equals('country', 'USA'),
      autoComplete: 'postal-code',
    }),
    mailing_addr_same_as_perm_addr: checkbox('My mailing address is the same as above'),
  }),
  when(notEquals('mailing_addr_same_as_perm_addr', true), mailing),
]);
