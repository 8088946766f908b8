import * as z from 'zod/mini';
import { staffAudiences, staffRoles } from '../../../shared/api/staff-roles.ts';
import { applicantId } from '../../runtime/ids.ts';

// Items of the staff console and of staff links.

/**
 * A submitted application in the list of the staff console. It has what the list shows, filters and sorts by,
 * and no other answers. The sort key is the time of submission and the applicant's id.
 */
export const listRow = z.object({
  sk: z.string().check(z.includes('#')),
  name: z.string(),
  /** Name, confirmation number and address, in the form in which they are searched. */
  search: z.string(),
  confirmation: z.string(),
  email: z.string(),
  /** Codes and labels; '' if not answered. */
  term: z.string(),
  term_label: z.string(),
  major: z.string(),
  major_label: z.string(),
  /** '12 minutes after Early decision'; missing if in time. */
  late: z.optional(z.string()),
  /** Texts by which the list is sorted, ascending. Equal ones are sorted by the time, newest first. */
  sort_name: z.string(),
  sort_term: z.string(),
  sort_major: z.string(),
  sort_missing: z.string(),
  /** The time in the sort key, because a filter cannot name a key. */
  submitted_at: z.string(),
  /** The ids of the checklist items for this applicant, and of the needed ones that did not arrive. */
  items: z.array(z.string()),
  missing: z.array(z.string()),
  /** Received checklist items by id, each with its day. */
  received: z.record(z.string(), z.string()),
  /** Checklist items for which the applicant sent a document, each with its time (ISO 8601). */
  sent: z.optional(z.record(z.string(), z.string())),
  /** Set while the application is withdrawn. */
  withdrawn_at: z.optional(z.string()),
});
export type StoredListRow = z.output<typeof listRow>;

/** A pending rebuild. `after` is the last row that was rebuilt of every row. */
export const rowRebuild = z.object({ sk: z.string(), mark: z.string(), after: z.optional(z.string()) });
export type RowRebuild = z.output<typeof rowRebuild>;

export const listRowTime = z.object({ submitted_at: z.string() });

/** A private note of the staff. `author` is the hash of the person's id. */
export const note = z.object({ sk: z.string(), by: z.string(), author: z.string(), text: z.string() });

/** Published settings by name. A member that is null was removed. */
const settings = z.record(z.string(), z.unknown());

/** The settings in effect. */
export const currentSettings = z.object({ version: z.number(), settings });

/** A published version. Its settings are complete: a missing one is as in the partner's file. */
export const settingsVersion = z.object({
  version: z.number(),
  settings,
  at: z.string(),
  /** The person's name, and the identity provider's id of the person. */
  by: z.string(),
  author: z.string(),
  /** The reason that the person gave. */
  note: z.string(),
});
export type SettingsVersion = z.output<typeof settingsVersion>;

export const staffToken = z.object({
  sub: applicantId,
  /** Milliseconds since 1970. */
  ends: z.number(),
  revoked_at: z.optional(z.string()),
  issuer: z.string(),
  /** Reason for reading the application. */
  purpose: z.string(),
  audience: z.enum(staffAudiences),
});

/** The identity provider's tokens of a session. */
export const providerTokens = z.object({
  refresh_token: z.string(),
  /** Tells the provider whose session to end. */
  id_token: z.string(),
});
export type ProviderTokens = z.output<typeof providerTokens>;

export const staffSession = z.object({
  /** The person's id at the identity provider. */
  subject: z.string(),
  name: z.string(),
  roles: z.array(z.enum(staffRoles)),
  /** Milliseconds since 1970: the last call, and the absolute end. */
  last_seen: z.number(),
  ends: z.number(),
  /** Time at which the person last logged in at the provider, and at which it last confirmed the roles. */
  logged_in_at: z.number(),
  checked_at: z.number(),
  /** Time of the last reply of the provider about the roles. */
  confirmed_at: z.number(),
  /** Until then, one call asks the provider, and others wait. */
  checking_until: z.optional(z.number()),
  is_provider_down: z.optional(z.boolean()),
  /** Recorded calls that the person's roles do not allow. */
  denied: z.optional(z.number()),
});
export type StoredStaffSession = z.output<typeof staffSession>;

export const staffSessionsEnd = z.object({
  /** Milliseconds since 1970. Sessions that were opened before are over. */
  not_before: z.number(),
});

export const staffSignIn = z.object({
  nonce: z.string(),
  verifier: z.string(),
  /** The hash of the session that the browser had. The new session replaces it. */
  replaces: z.optional(z.string()),
  /** The page to open afterwards. */
  to: z.string(),
  is_fresh: z.boolean(),
  ends: z.number(),
});
export type StaffSignIn = z.output<typeof staffSignIn>;
