import * as z from 'zod/mini';
import { isDay } from '../rules/days.ts';

/**
 * The command by which operators rehearse the nightly export. The sender adds a proof of who it is
 * (caller-proof.ts). Any other event of the function, such as its schedule's, runs the night.
 */
export const nightlyCommand = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('rehearse-night'),
    /** The day of the night (yyyy-mm-dd). Without it, the export ends two minutes ago. */
    date: z.optional(z.string().check(z.refine(isDay, 'date: a day is expected, such as 2026-11-30.'))),
    /** True to write nothing. In production, nothing is written in any case. */
    isDryRun: z.boolean(),
  }),
]);
export type NightlyCommand = z.output<typeof nightlyCommand>;

const count = z.object({ from: z.string(), until: z.string(), rows: z.number() });

export const rehearsalReply = z.object({
  isDryRun: z.boolean(),
  bucket: z.string(),
  folder: z.string(),
  applications: count,
  changes: count,
  erased: count,
  /** By their keys in the bucket, each with its number of rows. */
  files: z.array(z.object({ key: z.string(), rows: z.number() })),
  /** False if the time was up before the end of the period. */
  isComplete: z.boolean(),
});
export type RehearsalReply = z.output<typeof rehearsalReply>;
