import * as z from 'zod/mini';
import { applicantId } from '../../runtime/ids.ts';
import { anyNotice } from './account.ts';
import { receipt } from './application.ts';

// Work that follows a change, until it is done.

/** A change of address with right codes, from before the user pool's change until everything that follows. */
const addressMove = z.object({
  sub: applicantId,
  /** The new address. */
  address: z.string(),
  /** The address before. */
  username: z.string(),
  /** The hash of the id of the session that makes the change. */
  session: z.string(),
  host: z.string(),
  browser: z.string(),
  at: z.string(),
});
export type AddressMove = z.output<typeof addressMove>;

/** Changes of submitted applications, by the name of their event for the university's systems. */
const changeTypes = ['application.withdrawn', 'application.reinstated', 'application.erased'] as const;

/** The kinds of work, each with what it is about. */
export const work = {
  /** The receipt of a submission. `host` is the site's in its links. */
  receipt: z.object({ sub: applicantId, username: z.string(), host: z.string() }),
  /** A mail that every checklist item arrived. */
  'checklist-mail': z.object({ sub: applicantId }),
  /** A mail about an account, a withdrawal or a deletion. */
  notice: anyNotice,
  /** A submission for the university's systems. */
  package: z.object({ sub: applicantId, username: z.string(), ...receipt.shape }),
  /** The current checklist of an application, for the same systems. */
  'checklist-event': z.object({ sub: applicantId, confirmation: z.string() }),
  /** The event's detail has no answers and no address. */
  'change-event': z.object({
    type: z.enum(changeTypes),
    at: z.string(),
    detail: z.looseObject({ confirmation: z.string() }),
  }),
  'address-move': addressMove,
} as const;
export type WorkKind = keyof typeof work;
export type WorkOf<Kind extends WorkKind> = z.output<(typeof work)[Kind]>;

/** Work of any kind. A handler parses what it is about. */
export const pendingWork = z.object({
  pk: z.string(),
  sk: z.string(),
  /** Another one whenever newer work replaces this. */
  id: z.string(),
  kind: z.enum(Object.keys(work) as [WorkKind, ...WorkKind[]]),
  about: z.record(z.string(), z.unknown()),
  added_at: z.string(),
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
  /** Seconds since 1970. */
  expires_at: z.optional(z.number()),
});
export type PendingWork = z.output<typeof pendingWork>;
