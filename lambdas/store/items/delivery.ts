import * as z from 'zod/mini';
import { applicantId } from '../../runtime/ids.ts';
import { receipt } from './submitted.ts';

// Items of the handover to the university's systems.

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

/** A submission whose package has not been delivered yet. */
export const pendingDelivery = z.object({
  sk: applicantId,
  username: z.string(),
  ...receipt.shape,
  /** Number of tries. */
  tries: z.number(),
  /**
   * Time of the next try, in milliseconds since 1970. During a try, the time after which it counts as
   * crashed.
   */
  next_at: z.number(),
  /** Reason for the last failure. */
  reason: z.optional(z.string()),
  /** Time at which retries stopped, until an operator restarts them. */
  failed_at: z.optional(z.string()),
});
