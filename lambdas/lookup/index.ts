import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LookupDetails, LookupResult } from '../../shared/api/document-replies.ts';
import { type LookupRecord, recordTitle } from '../../shared/lookup/record.ts';
import { countries } from '../../shared/options/countries.ts';
import { regionsByCountry } from '../../shared/options/regions.ts';
import type { LookupCategory } from '../../shared/rules/lookup.ts';
import { environment } from '../runtime/environment.ts';
import { openPack, type Pack, recordById } from './pack.ts';
import { type Match, search } from './search.ts';

/** The second line of a result. It distinguishes schools of the same name. */
function location({ name, address_line_1, city, state, zip }: LookupRecord): string {
  const region = [state, zip].filter(Boolean).join(' ');
  return [name === '' ? '' : address_line_1, city, region].filter(Boolean).join(', ');
}

const toResult = (found: LookupRecord): LookupResult => ({
  text: recordTitle(found),
  id: found.id,
  sub_text: location(found),
  ...(found.name === '' ? { address_line_1: found.address_line_1 } : { name: found.name }),
});

const labelIn = (options: readonly (readonly [string, string])[], code: string): string =>
  options.find(([value]) => value === code)?.[1] ?? '';

/** Everything that a record fills in, with the labels of its codes. */
export const toDetails = (found: LookupRecord): LookupDetails => ({
  ...toResult(found),
  ...(found.name !== '' && { ceeb: found.ceeb }),
  address_line_1: found.address_line_1,
  city: found.city,
  state: found.state,
  state_desc: labelIn(regionsByCountry[found.country] ?? [], found.state),
  zip: found.zip,
  country: found.country,
  country_desc: labelIn(countries, found.country),
});

/** True if Amazon Location looks up this category, which costs money per lookup. */
export const usesAmazonLocation = (category: LookupCategory): boolean =>
  category === 'address' && environment('ADDRESSES') === 'amazon-location';

const opened = new Map<LookupCategory, Pack>();

/** The packed list of a category, stored next to the bundle. It is read on first use. */
function lookupList(category: LookupCategory): Pack {
  const file = () => readFileSync(join(environment('LAMBDA_TASK_ROOT'), 'lists', `${category}.pack`));
  const list = opened.get(category) ?? openPack(file());
  opened.set(category, list);
  return list;
}

const matchResult = ({ record, alias }: Match): LookupResult => ({
  ...toResult(record),
  ...(alias !== undefined && { alias }),
});

/** The records that match the typed text best. */
export async function findRecords(
  category: LookupCategory,
  text: string,
  max: number,
): Promise<LookupResult[]> {
  if (usesAmazonLocation(category))
    return (await import('../aws/amazon-location.ts')).findAddresses(text, max);
  return search(lookupList(category), text, max).map(matchResult);
}

/** One record by its id; undefined when there is none. */
export async function findRecordById(
  category: LookupCategory,
  id: string,
): Promise<LookupDetails | undefined> {
  const found = usesAmazonLocation(category)
    ? await (await import('../aws/amazon-location.ts')).findAddressById(id)
    : recordById(lookupList(category), id);
  return found && toDetails(found);
}
