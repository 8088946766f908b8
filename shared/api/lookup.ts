import * as z from 'zod/mini';
import { lookupCategories, lookupLimits } from '../rules/lookup.ts';
import type { ContractsOf } from './contract.ts';
import { text } from './fields.ts';
import { routes } from './routes.ts';

const { results, typed, id } = lookupLimits;
const howMany = `max_results: a whole number from 1 to ${results.most}.`;

/** `text` asks for results, `id` for one record (decision D-46). */
const query = z
  .object({
    text: z.optional(text('text', typed)),
    id: z.optional(text('id', id)),
    category: z.enum(lookupCategories, `category: one of ${lookupCategories.join(', ')} is expected.`),
    max_results: z.optional(
      z.pipe(z.string(howMany).check(z.regex(/^([1-9]|10)$/, howMany)), z.transform(Number)),
    ),
  })
  .check(
    z.refine(({ text, id }) => (text === undefined) !== (id === undefined), 'Either text or id is expected.'),
  );

export const lookup = {
  /** A search answers a bare list, an id a bare record. */
  find: { route: routes.lookup.find, query },
} as const satisfies ContractsOf<typeof routes.lookup>;
