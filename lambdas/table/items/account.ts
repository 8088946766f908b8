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
export const erasureNotice = z.object({
  kind: z.literal('erased'),
  username: z.string(),
  /** Time at which the deletion was completed. */
  at: z.string(),
});
export type ErasureNotice = z.output<typeof erasureNotice>;

/** A mail about a withdrawal, or about its end. */
export const withdrawalNotice = z.object({
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

/** The session version of an account (session-version.ts). */
export const sessionVersion = z.object({ sessionVersion: z.string() });

/** Wrong attempts in an hour and in a row. */
export const wrongAttempts = z.object({
  /** Milliseconds since 1970. */
  ends: z.number(),
  in_a_row: z.number(),
  expires_at: z.number(),
});
