import type { LookUpRecord, LookUpResult } from '../../shared/api/lookup.ts';
import { type Place, titleOf } from '../../shared/lookup/place.ts';
import { countries } from '../../shared/options/countries.ts';
import { regionsByCountry } from '../../shared/options/regions.ts';
import type { LookUpCategory } from '../../shared/rules/look-up.ts';
import { environment } from '../runtime/environment.ts';
import { listOf } from './lists.ts';
import { placeWithId } from './pack.ts';
import { search } from './search.ts';

/** What a result says below its title: enough to tell two schools of one name apart. */
function whereabouts({ name, address_line_1, city, state, zip }: Place): string {
  const region = [state, zip].filter(Boolean).join(' ');
  return [name === '' ? '' : address_line_1, city, region].filter(Boolean).join(', ');
}

const shown = (place: Place): LookUpResult => ({
  text: titleOf(place),
  id: place.id,
  sub_text: whereabouts(place),
  ...(place.name === '' ? { address_line_1: place.address_line_1 } : { name: place.name }),
});

const labelIn = (options: readonly (readonly [string, string])[], code: string): string =>
  options.find(([value]) => value === code)?.[1] ?? '';

/** Everything a place can fill, with the words beside its codes (decision D-47). */
export const recordOf = (place: Place): LookUpRecord => ({
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

/** Whether looking up this category asks Amazon Location, and so costs money. */
export const isPaid = (category: LookUpCategory): boolean =>
  category === 'address' && environment('ADDRESSES') === 'amazon-location';

/** The places that fit best what was typed. */
export async function find(category: LookUpCategory, text: string, most: number): Promise<LookUpResult[]> {
  if (isPaid(category)) return (await import('../aws/amazon-location.ts')).findAddresses(text, most);
  return search(listOf(category), text, most).map(shown);
}

/** One place by its id; undefined when there is none. */
export async function record(category: LookUpCategory, id: string): Promise<LookUpRecord | undefined> {
  const place = isPaid(category)
    ? await (await import('../aws/amazon-location.ts')).addressWithId(id)
    : placeWithId(listOf(category), id);
  return place && recordOf(place);
}
