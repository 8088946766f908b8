import * as z from 'zod/mini';
import { applicantId } from '../../runtime/ids.ts';
import { receipt } from './submitted.ts';

// Items of the handover to the university's systems.

/** Start of the next nightly export, and the end of the current or interrupted one. */
export const nightlyExport = z.object({
  from: z.string(),
  until: z.string(),
  /** Start of the changed applications. Earlier versions exported none. */
  changes_from: z.optional(z.string()),
  /** Start of the deleted applications. Earlier versions exported none. */
  erased_from: z.optional(z.string()),
});
export type NightlyExport = z.output<typeof nightlyExport>;

/** A submission whose package has not been delivered yet. */
export const pendingDelivery = z.object({
  sk: applicantId,
  username: z.string(),
  ...receipt.shape,
  /** Time since it is pending, if that is not the submission: an earlier version had no packages. */
  pending_since: z.optional(z.string()),
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

/** Delivery receipt of a package. */
export const deliveredPackage = z.object({ delivered_at: z.string() });

/** A package that waits for a push to the university's systems. */
export const queuedPackage = z.object({
  sk: z.string(),
  delivery: z.string(),
  confirmation: z.string(),
  /** The folder of its objects in the bucket. */
  folder: z.string(),
  queued_at: z.string(),
});
export type QueuedPackage = z.output<typeof queuedPackage>;

/** A file of a batch. `id` is that of its running transfer or rename. */
export const outgoingFile = z.object({
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  state: z.enum(['written', 'sending', 'sent', 'moving', 'done']),
  id: z.optional(z.string()),
  /** Start of the running transfer or rename, in milliseconds since 1970. Earlier versions stored none. */
  since: z.optional(z.number()),
  /** Sort key of its package in the queue. Files with rows have none, nor have those of earlier versions. */
  queued: z.optional(z.string()),
});
export type OutgoingFile = z.output<typeof outgoingFile>;

/** Files that are sent together. They do not change until the batch ends. */
export const outgoingBatch = z.object({
  number: z.number(),
  begun_at: z.string(),
  files: z.array(outgoingFile),
  /** Sort keys of the packages in it. */
  queued: z.array(z.string()),
  applications: z.number(),
  /** Where each list continues after this batch. */
  cursors: z.record(z.string(), z.string()),
  /** The scheduled time (ISO 8601) that is done with this batch; missing if another batch follows. */
  mark: z.optional(z.string()),
  /** A list of the receiver's folder that was requested. */
  listing: z.optional(z.object({ id: z.string(), key: z.string() })),
});
export type OutgoingBatch = z.output<typeof outgoingBatch>;

/** The state of a push to the university's systems. */
export const deliveryState = z.object({
  sk: z.string(),
  /** Raised by each write. */
  rev: z.number(),
  /** Raised by each run that takes the delivery. */
  claim: z.number(),
  /** Number of batches so far. */
  batches: z.number(),
  cursors: z.record(z.string(), z.string()),
  /** The last scheduled time (ISO 8601) up to which everything was sent. */
  mark: z.string(),
  /** The time in the name of the last file with rows (ISO 8601). */
  stamp: z.optional(z.string()),
  batch: z.optional(outgoingBatch),
  tries: z.number(),
  /** Milliseconds since 1970. Before that, only an event continues the batch. */
  next_at: z.number(),
  /** True while an event with the outcome is expected. */
  is_waiting: z.boolean(),
  reason: z.optional(z.string()),
  /** Set after the last try. Only an operator restarts it. */
  failed_at: z.optional(z.string()),
});
export type DeliveryState = z.output<typeof deliveryState>;
