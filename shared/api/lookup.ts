import * as z from 'zod/mini';
import { lookupCategories, lookupLimits } from '../rules/lookup.ts';
import type { ContractsOf } from './contract.ts';
import { lookupRoutes } from './document-routes.ts';
import { text } from './fields.ts';

const { results, text: typed, id } = lookupLimits;
const maxResultsMessage = `max_results: a whole number from 1 to ${results.max}.`;

/** `text` searches; `id` reads one record. */
const query = z
  .object({
    text: z.optional(text('text', typed)),
    id: z.optional(text('id', id)),
    category: z.enum(lookupCategories, `category: one of ${lookupCategories.join(', ')} is expected.`),
    max_results: z.optional(
      z.pipe(
        z.string(maxResultsMessage).check(z.regex(/^([1-9]|10)$/, maxResultsMessage)),
        z.transform(Number),
      ),
    ),
  })
  .check(
    z.refine(({ text, id }) => (text === undefined) !== (id === undefined), 'Either text or id is expected.'),
  );

export const lookup = {
  /** Replies to a search with a list, and to an id with one record. */
  find: { route: lookupRoutes.find, query },
} as const satisfies ContractsOf<typeof lookupRoutes>;
