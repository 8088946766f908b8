import * as z from 'zod/mini';

/** Start of the next nightly export, and the end of the current or interrupted one. */
export const nightlyExport = z.object({
  from: z.string(),
  until: z.string(),
  /** Start of the changed applications; missing before the first export has ended. */
  changes_from: z.optional(z.string()),
  /** Start of the deleted applications; missing before the first export has ended. */
  erased_from: z.optional(z.string()),
});
export type NightlyExport = z.output<typeof nightlyExport>;
