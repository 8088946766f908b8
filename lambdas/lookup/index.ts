import type { LookupDetails, LookupResult } from '../../shared/api/replies.ts';
import { type LookupRecord, recordTitle } from '../../shared/lookup/record.ts';
import { countries } from '../../shared/options/countries.ts';
import { regionsByCountry } from '../../shared/options/regions.ts';
import type { LookupCategory } from '../../shared/rules/lookup.ts';
import { environment } from '../runtime/environment.ts';
import { lookupList } from './lists.ts';
import { recordById } from './pack.ts';
import { search } from './search.ts';

/** The second line of a result, which tells apart two schools with the same name. */
function whereabouts({ name, address_line_1, city, state, zip }: LookupRecord): string {
  const region = [state, zip].filter(Boolean).join(' ');
  return [name === '' ? '' : address_line_1, city, region].filter(Boolean).join(', ');
}

const shown = (place: LookupRecord): LookupResult => ({
  text: recordTitle(place),
  id: place.id,
  sub_text: whereabouts(place),
  ...(place.name === '' ? { address_line_1: place.address_line_1 } : { name: place.name }),
});

const labelIn = (options: readonly (readonly [string, string])[], code: string): string =>
  options.find(([value]) => value === code)?.[1] ?? '';

/** Everything that a record fills in, with the labels of its codes. */
export const toDetails = (place: LookupRecord): LookupDetails => ({
  ...shown(place),
  ...(place.name !== '' && { ceeb: place.ceeb }),
  address_line_1: place.address_line_1,
  city: place.city,
  state: place.state,
  state_desc: labelIn(regionsByCountry[place.country] ?? [], place.state),
  zip: place.zip,
  country: place.country,
  country_desc: labelIn(countries, place.country),
});

/** Whether this category is looked up at Amazon Location, which costs money. */
export const usesAmazonLocation = (category: LookupCategory): boolean =>
  category === 'address' && environment('ADDRESSES') === 'amazon-location';

/** The records that match the typed text best. */
export async function findRecords(
  category: LookupCategory,
  text: string,
  most: number,
): Promise<LookupResult[]> {
  if (usesAmazonLocation(category))
    return (await import('../aws/amazon-location.ts')).findAddresses(text, most);
  return search(lookupList(category), text, most).map(shown);
}

/** One record by its id; undefined when there is none. */
export async function findRecordById(
  category: LookupCategory,
  id: string,
): Promise<LookupDetails | undefined> {
  const place = usesAmazonLocation(category)
    ? await (await import('../aws/amazon-location.ts')).findAddressById(id)
    : recordById(lookupList(category), id);
  return place && toDetails(place);
}
