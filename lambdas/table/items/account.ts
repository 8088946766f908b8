import * as z from 'zod/mini';
import { applicantId } from '../../runtime/ids.ts';

// Items of accounts, sessions and mails about them.

/** A log-in: its time, the address of the account, and the site's host for links in mails. */
export const logIn = z.object({ at: z.string(), username: z.string(), host: z.string() });

/** The address of an account since its last change of address. */
export const changedAddress = z.object({ at: z.string(), username: z.string() });

/** A mail to an applicant about account security. */
export const notice = z.object({
  kind: z.enum([
    'password-changed',
    'password-reset',
    'new-browser',
    'address-changed',
    'address-confirmed',
    'deletion-asked',
  ]),
  username: z.string(),
  /** The host of the site in its links. */
  host: z.string(),
  /** Time of the event. */
  at: z.string(),
  /** Description of the browser. */
  browser: z.string(),
});
export type Notice = z.output<typeof notice>;

/** The mail about a deletion that the office completed. */
const erasureNotice = z.object({
  kind: z.literal('erased'),
  username: z.string(),
  /** Time at which the deletion was completed. */
  at: z.string(),
});
export type ErasureNotice = z.output<typeof erasureNotice>;

/** A mail about a withdrawal, or about its end. */
const withdrawalNotice = z.object({
  kind: z.enum(['withdrawn', 'reinstated']),
  confirmation: z.string(),
  username: z.string(),
  host: z.string(),
  at: z.string(),
  /** Description of the browser in which the applicant withdrew. */
  browser: z.optional(z.string()),
});
export type WithdrawalNotice = z.output<typeof withdrawalNotice>;

export const anyNotice = z.union([notice, withdrawalNotice, erasureNotice]);
export type AnyNotice = z.output<typeof anyNotice>;

export const session = z.object({
  sub: applicantId,
  username: z.string(),
  /** Milliseconds since 1970. */
  last_seen: z.number(),
  ends: z.number(),
});

/** Left for a minute in place of a session that continues under another id. It contains no applicant's id. */
export const renewedSession = z.object({
  /** Milliseconds since 1970. */
  renewed_until: z.number(),
});

/** A change of address that waits for both codes. It stores only keyed hashes of the codes. */
export const addressChange = z.object({
  address: z.string(),
  code: z.string(),
  current_code: z.string(),
});
export type AddressChange = z.output<typeof addressChange>;

/** The session version of an account (sessions.ts). */
export const sessionVersion = z.object({ sessionVersion: z.string() });

/** Wrong attempts in an hour and in a row. */
export const wrongAttempts = z.object({
  /** Milliseconds since 1970. */
  ends: z.number(),
  in_a_row: z.number(),
  expires_at: z.number(),
});

// Items of the audit log and of deletions.

/** Progress of a retention pass over all users. The first phase counts, the second deletes. */
export const retentionRun = z.object({
  phase: z.enum(['count', 'erase']),
  /** Users of this phase so far. */
  users: z.number(),
  /** Expired applications: counted in the first phase, then the ones left to delete. */
  ends: z.number(),
  /** Cognito's pagination token, valid for an hour. Missing at the beginning of a phase. */
  after: z.optional(z.string()),
  /** True if an operator has allowed any number of deletions. */
  allowed: z.boolean(),
});
export type RetentionRun = z.output<typeof retentionRun>;

export const auditEntry = z.object({
  sk: z.string(),
  event: z.string(),
  keys: z.array(z.string()),
  request: z.optional(z.string()),
  from: z.optional(z.string()),
  by: z.optional(z.string()),
  route: z.optional(z.string()),
  role: z.optional(z.string()),
  purpose: z.optional(z.string()),
  issuer: z.optional(z.string()),
});
export type AuditItem = z.output<typeof auditEntry>;

/**
 * An unfinished deletion of an applicant's stored data. It contains no address, because it outlives the rest
 * of the data. The one exception is the address for the mail about its completion.
 */
export const erasure = z.object({
  sk: applicantId,
  reason: z.enum(['operator', 'applicant', 'years-over', 'draft-over']),
  asked_at: z.string(),
  /** The user's name in the pool, which is an id. */
  user: z.optional(z.string()),
  /** The audit log's partition of the address, named by its pseudonym. */
  address_log: z.string(),
  /** The operator who requested it, and Lambda's request id. */
  by: z.optional(z.string()),
  request: z.optional(z.string()),
  /** Address for the mail about its completion, if the office requested it. */
  mail_to: z.optional(z.string()),
  /** Confirmation number of a submitted application, which names the folder of its package. */
  confirmation: z.optional(z.string()),
  /**
   * Of an expired draft: the revision that its deletion requires, or 0. A change of the draft cancels the
   * deletion.
   */
  rev: z.optional(z.number()),
  /** Time since which the application cannot change. */
  begun_at: z.optional(z.string()),
  /** Milliseconds since 1970. Until then, writes that were in progress may still arrive. */
  settled: z.optional(z.number()),
});
export type Erasure = z.output<typeof erasure>;

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
