import type { lookup } from '../../shared/api/lookup.ts';
import { lookupLimits } from '../../shared/rules/lookup.ts';
import type { Handlers } from '../http/request.ts';
import { ApiError } from '../runtime/errors.ts';
import { findRecordById, findRecords, usesAmazonLocation } from './index.ts';

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
