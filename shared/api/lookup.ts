import * as z from 'zod/mini';
import { lookupCategories, lookupLimits } from '../rules/lookup.ts';
import type { Contracts } from './contract.ts';
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

/** A result shows `text` and `sub_text`; a school has a name, an address its first line (decision D-47). */
const result = z.object({
  text: z.string(),
  id: z.string(),
  sub_text: z.string(),
  name: z.optional(z.string()),
  address_line_1: z.optional(z.string()),
});

const record = z.object({
  text: z.string(),
  id: z.string(),
  sub_text: z.string(),
  name: z.optional(z.string()),
  ceeb: z.optional(z.string()),
  address_line_1: z.string(),
  city: z.string(),
  state: z.string(),
  state_desc: z.string(),
  zip: z.string(),
  country: z.string(),
  country_desc: z.string(),
});

export type LookupResult = z.infer<typeof result>;
export type LookupDetails = z.infer<typeof record>;

export const lookup = {
  /** A search answers a bare list, an id a bare record. */
  find: { route: routes.lookup.find, query, reply: z.union([z.array(result), record]) },
} as const satisfies Contracts;
