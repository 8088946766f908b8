import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LookupDetails, LookupResult } from '../../shared/api/document-replies.ts';
import type { lookup } from '../../shared/api/lookup.ts';
import { type LookupRecord, recordTitle } from '../../shared/lookup/record.ts';
import { countries } from '../../shared/options/countries.ts';
import { regionsByCountry } from '../../shared/options/regions.ts';
import { type LookupCategory, lookupLimits } from '../../shared/rules/lookup.ts';
import type { Handlers } from '../http/request.ts';
import { environment } from '../runtime/environment.ts';
import { ApiError } from '../runtime/errors.ts';
import { openPack, type Pack, recordById } from './pack.ts';
import { type Match, search } from './search.ts';

/** Lists change only with a deployment. Addresses are private, so the browser does not cache them. */
const keepHere = { 'cache-control': 'private, max-age=3600' };

/** Limits lookups that cost money. The client of the table loads only where they do. */
async function countPaid(address: string): Promise<void> {
  const { rateLimits, countRequest } = await import('../table/throttles.ts');
  await countRequest(rateLimits.lookUps, address);
}

export const lookupCalls: Handlers<typeof lookup> = {
  async find({ query, viewer }) {
    const { text, id, category, max_results = lookupLimits.results.default } = query;
    if (usesAmazonLocation(category)) await countPaid(viewer.address);
    const headers = category === 'address' ? {} : keepHere;
    if (id === undefined) return { body: await findRecords(category, text ?? '', max_results), headers };
    const found = await findRecordById(category, id);
    if (found === undefined)
      throw new ApiError('notFound', "We couldn't find that place. Please type it in.");
    return { body: found, headers };
  },
};

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
const toDetails = (found: LookupRecord): LookupDetails => ({
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
