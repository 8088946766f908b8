import * as z from 'zod/mini';
import { applicantId } from '../../runtime/ids.ts';
import { document } from './documents.ts';
import { answers, countMap, tabMap } from './draft.ts';

// Items of submitted applications and their changes.

/** The confirmation that an application arrived. */
export const receipt = z.object({ confirmation: z.string(), submitted_at: z.string() });
export type Receipt = z.output<typeof receipt>;

/** A submission within the grace period after a deadline. The label is stored as it was then. */
const late = z.object({ deadline: z.string(), label: z.string(), minutes: z.number() });

/** A submitted application. It never changes. */
export const submission = z.object({
  ...receipt.shape,
  late: z.optional(late),
  /** The version of the settings at that moment; missing before the first one. */
  settings_version: z.optional(z.number()),
  /** The address of the account at that moment. */
  username: z.string(),
  answers,
  counts: countMap,
  tabs: tabMap,
  documents: z.record(z.string(), document),
});
export type Submission = z.output<typeof submission>;

/** The receipt, which is mailed after the submission. */
export const mailedReceipt = z.object({
  ...receipt.shape,
  /** Set when it was mailed. */
  sent_at: z.optional(z.string()),
});

/** An application in the list of a day or under a name. Its sort key ends with the applicant's id. */
export const listed = z.object({ sk: z.string().check(z.includes('#')) });

/** The applicant of a confirmation number. */
export const confirmed = z.object({ sub: applicantId });

/** Received checklist items by id, each with its day. */
export const checklist = z.object({
  received: z.record(z.string(), z.string()),
  /** Incremented by every change, so no change overwrites another. */
  rev: z.number(),
  /** Times of the changes after the submission, each a place in the list of changes. */
  changes: z.optional(z.array(z.string())),
  /** Time of the mail that every checklist item arrived. */
  sent_at: z.optional(z.string()),
});
export type StoredChecklist = z.output<typeof checklist>;

/** An applicant's withdrawal of a submitted application. The submission itself never changes. */
export const withdrawal = z.object({
  withdrawn_at: z.string(),
  /** Set when the office reinstated the application. */
  reinstated_at: z.optional(z.string()),
});
