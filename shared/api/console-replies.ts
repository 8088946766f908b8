import * as v from 'valibot';
import { checklist, text } from './replies.ts';
import { staffRoles } from './staff-roles.ts';

/** The person who is signed in to the console. */
export const staffMember = v.object({
  /** Differs between people, and stays the same for each. */
  id: v.optional(text, ''),
  name: text,
  roles: v.array(v.picklist(staffRoles)),
  /** Time at which the session ends if no further call is made (ISO 8601). */
  idle_at: text,
  /** True if the identity provider could not be asked whether the person still has these roles. */
  is_provider_down: v.boolean(),
});
export type StaffMember = v.InferOutput<typeof staffMember>;

/** Where to go after signing out: the identity provider, or the console. */
export const signedOut = v.object({ url: text });

/** A submitted application in the list. */
const listedApplication = v.object({
  applicant: text,
  name: text,
  confirmation: text,
  email: text,
  submitted_at: text,
  /** Labels; '' if not answered. */
  term: text,
  major: text,
  /** The ids of needed checklist items that did not arrive. */
  missing: v.array(text),
  /** Checklist items of which the applicant sent a copy, each with its time. Unofficial until received. */
  sent: v.optional(v.record(text, text), {}),
  /** '12 minutes after Early decision'; '' if in time. */
  late: text,
  /** Time at which the applicant withdrew it; '' if it is not withdrawn. */
  withdrawn_at: v.optional(text, ''),
  is_unread: v.boolean(),
});
export type ListedApplication = v.InferOutput<typeof listedApplication>;

/** A page of the list. `next` continues it; missing at the end. */
export const applicationList = v.object({
  applications: v.array(listedApplication),
  next: v.optional(text),
});

export const listTotal = v.object({ total: v.number() });

/** One application without its answers. */
export const applicationFacts = v.object({
  ...listedApplication.entries,
  checklist,
  /** Ids and titles of the checklist items that the applicant needs, or may send. */
  items: v.array(v.object({ id: text, title: text, is_optional: v.boolean() })),
});
export type ApplicationFacts = v.InferOutput<typeof applicationFacts>;

/** The days on which checklist items arrived, after a change. */
export const changedChecklist = v.object({ checklist, missing: v.array(text) });

const checklistLine = v.object({
  line: v.number(),
  outcome: v.picklist(['changed', 'unchanged', 'refused']),
  /** The reason why a line was rejected, and what to do. */
  reason: v.optional(text),
  /** The applicant's name; missing in a line that was rejected, and for a draft without a name. */
  name: v.optional(text),
});
export type ChecklistLine = v.InferOutput<typeof checklistLine>;
export const checklistLines = v.object({ rows: v.array(checklistLine) });

/** A private note of staff. Applicants never see it. */
const note = v.object({ id: text, at: text, by: text, text, is_own: v.boolean() });
export const notes = v.object({ notes: v.array(note) });
export type Note = v.InferOutput<typeof note>;

/** An entry of the audit log. `names` are answer keys, documents, filters: names, never values. */
const auditEntry = v.object({
  at: text,
  event: text,
  /** '' for the applicant. */
  by: text,
  names: v.array(text),
  purpose: v.optional(text),
});
export const auditEntries = v.object({ entries: v.array(auditEntry), next: v.optional(text) });
export type AuditLogEntry = v.InferOutput<typeof auditEntry>;

/** A published version with the names of the settings that it changed. */
const settingsVersion = v.object({
  version: v.number(),
  at: text,
  by: text,
  note: text,
  changed: v.array(text),
});
export type SettingsVersion = v.InferOutput<typeof settingsVersion>;
export const settingsVersions = v.object({
  versions: v.array(settingsVersion),
  next: v.optional(v.number()),
});

export const publishedVersion = v.object({ version: v.number() });
