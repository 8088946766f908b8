import { isCleanText } from '../../../shared/form/index.ts';
import { type LookupRecord, recordColumns, recordTitle } from '../../../shared/lookup/record.ts';
import { tokenize } from '../../../shared/lookup/tokenize.ts';
import { countries } from '../../../shared/options/countries.ts';
import { regionsByCountry } from '../../../shared/options/regions.ts';
import type { LookupCategory } from '../../../shared/rules/lookup.ts';

/** Maximum length that the form's questions accept. */
const longest: Readonly<Record<keyof LookupRecord, number>> = {
  id: 40,
  name: 90,
  address_line_1: 90,
  city: 45,
  state: 45,
  zip: 45,
  country: 3,
  aliases: 2_400,
  size: 1,
  ceeb: 6,
};

/** High schools have six digits, colleges four. The codes of made-up places begin with an X instead. */
const codes: Readonly<Record<LookupCategory, RegExp>> = {
  hs_ceeb: /^(\d{6}|X\d{5})?$/,
  college_ceeb: /^(\d{4}|X\d{3})?$/,
  address: /^$/,
};

const isCountry = (code: string) => countries.some(([value]) => value === code);
const isRegion = ({ country, state }: LookupRecord) =>
  regionsByCountry[country]?.some(([value]) => value === state) ?? true;

/** The reason why a place cannot be in the list; undefined if it can. */
export function rowError(place: LookupRecord, category: LookupCategory): string | undefined {
  const missing = (['id', category === 'address' ? 'address_line_1' : 'name', 'city'] as const).find(
    (column) => place[column] === '',
  );
  if (missing !== undefined) return `${missing} is empty`;
  const long = recordColumns.find((column) => place[column].length > longest[column]);
  if (long !== undefined) return `${long} is longer than ${longest[long]} characters`;
  if (recordColumns.some((column) => !isCleanText(place[column]) || /[\t\r\n]/.test(place[column])))
    return 'it contains control characters';
  if (tokenize(recordTitle(place)).length === 0) return 'its name has no letters';
  if (!isCountry(place.country)) return `country "${place.country}" is no code of the form`;
  if (!isRegion(place)) return `state "${place.state}" is no code of ${place.country}`;
  if (!/^[1-5]?$/.test(place.size)) return `size "${place.size}" is not a class from 1 to 5`;
  if (!codes[category].test(place.ceeb))
    return `CEEB code "${place.ceeb}" does not have the digits of such a code (a spreadsheet may have dropped a zero)`;
  return undefined;
}
