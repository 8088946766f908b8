import * as v from 'valibot';
import { zipStates } from '../rules/zip-states.ts';
import { correctionList } from './correction-replies.ts';
import { staffApplication } from './document-replies.ts';
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
  /** Number of unanswered requests for a correction; 0 for people who may not answer them. */
  corrections: v.optional(v.number(), 0),
  is_unread: v.boolean(),
});
export type ListedApplication = v.InferOutput<typeof listedApplication>;

/** A page of the list. `next` continues it; missing at the end. */
export const applicationList = v.object({
  applications: v.array(listedApplication),
  next: v.optional(text),
});
export type ApplicationList = v.InferOutput<typeof applicationList>;

/** The page of the list as HTML. */
export const listPage = v.string();

/** One application without its answers. */
export const applicationFacts = v.object({
  ...listedApplication.entries,
  checklist,
  /** Ids and titles of the checklist items that the applicant needs, or may send. */
  items: v.array(v.object({ id: text, title: text, is_optional: v.boolean() })),
});
export type ApplicationFacts = v.InferOutput<typeof applicationFacts>;

/** One application with its answers, and the requests for corrections of questions that the caller sees. */
export const readApplication = v.object({
  ...staffApplication.entries,
  corrections: v.optional(correctionList, []),
});

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

/** A ZIP file of application PDFs. */
const zipFile = v.object({
  id: text,
  state: v.picklist(zipStates),
  created_at: text,
  /** Time at which the file is deleted (ISO 8601). */
  expires_at: text,
  /** Applications that the current step has finished, of all. */
  done: v.number(),
  total: v.number(),
  /** In bytes; 0 until the file is complete. */
  size: v.number(),
  /** Applications without a PDF. Name and number are '' if the application was deleted. */
  failed: v.array(v.object({ applicant: text, name: text, confirmation: text, reason: text })),
});
export type ZipFile = v.InferOutput<typeof zipFile>;

/** The person's ZIP files of the last day, newest first. */
export const zipFiles = v.object({ zips: v.array(zipFile) });

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

const cells = v.object({
  cells: v.array(v.object({ name: text, count: v.number() })),
  /** The sum of cells that are too small to be shown. */
  others: v.optional(v.number()),
});

/** Counts of the applications that were begun since a Monday. A count that is missing is from 1 to 9. */
export const funnel = v.object({
  since: text,
  /** Time of the count; missing before the first one. */
  counted_at: v.optional(text),
  begun: v.optional(v.number()),
  submitted: v.optional(v.number()),
  /** Newest first; `since` and `until` are days. Small weeks are merged. */
  weeks: v.array(
    v.object({ since: text, until: text, begun: v.number(), submitted: v.optional(v.number()) }),
  ),
  /** Submitted applications by the time they took. */
  hours: cells,
  /** Drafts by the last page and by the section of the last change. */
  pages: cells,
  sections: cells,
  /** Messages that at least ten applicants saw, most frequent first. */
  rejected: v.array(v.object({ section: text, question: text, message: text, count: v.number() })),
});
export type Funnel = v.InferOutput<typeof funnel>;
/** A published version with what it changed. A setting that is null there is not set. */
const settingsVersion = v.object({
  version: v.number(),
  at: text,
  by: text,
  note: text,
  undo_to: v.optional(v.number()),
  changes: v.array(v.object({ name: text, before: v.unknown(), after: v.unknown() })),
});
export type SettingsVersion = v.InferOutput<typeof settingsVersion>;
export const settingsVersions = v.object({
  versions: v.array(settingsVersion),
  next: v.optional(v.number()),
});

export const publishedVersion = v.object({ version: v.number() });
