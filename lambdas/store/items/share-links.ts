import * as z from 'zod/mini';
import { sharedParts } from '../../../shared/rules/share-links.ts';

// Not in items.ts: of all functions, only the application's own one reads them.

/** A link that shows the application to another person. It stores only the token's keyed hash. */
const shareLink = z.object({
  token: z.string(),
  to: z.string(),
  shows: z.enum(sharedParts),
  sent_at: z.string(),
  /** Milliseconds since 1970. */
  ends: z.number(),
  /** The last time it was opened. */
  opened_at: z.optional(z.string()),
  revoked_at: z.optional(z.string()),
});
export type ShareLink = z.output<typeof shareLink>;

/** The links of the last 30 days, also revoked ones. Every change increments `rev`. */
export const shareLinks = z.object({
  links: z.record(z.string(), shareLink),
  rev: z.number(),
  /** A new password revoked all links that were sent before (ISO 8601). */
  revoked_before: z.optional(z.string()),
});
export type ShareLinks = z.output<typeof shareLinks>;
