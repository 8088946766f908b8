import * as z from 'zod/mini';

/**
 * Grows when the members of a package change. Added, removed or changed questions only change `form_version`.
 */
export const packageFormat = 2;

/** One answer: for a choice the code of the option, and beside it the label that the applicant read. */
const packagedAnswer = z.object({
  value: z.union([z.string(), z.boolean()]),
  label: z.optional(z.string()),
});
export type PackagedAnswer = z.output<typeof packagedAnswer>;

const packagedDocument = z.object({
  /** The key of the file question. */
  key: z.string(),
  question: z.string(),
  /** What the applicant's file was called. */
  file_name: z.string(),
  /** Where its PDF lies in the package. */
  pdf: z.string(),
});

/** A submitted application as the university's systems receive it: `application.json` of its package. */
export const applicationPackage = z.object({
  format: z.literal(packageFormat),
  confirmation: z.string(),
  submitted_at: z.string(),
  /**
   * How long after which deadline it was submitted, within that deadline's grace. A submission in time does
   * not have it.
   */
  late: z.optional(z.object({ deadline: z.string(), label: z.string(), minutes: z.number() })),
  applicant: z.object({ id: z.string(), email: z.string() }),
  /** Names what the form asked (form-version.ts). */
  form_version: z.string(),
  /** What was answered. A question that was left empty or not asked is not in it. */
  answers: z.record(z.string(), packagedAnswer),
  /** How many blocks of each repeated part were open, such as colleges. */
  counts: z.record(z.string(), z.number()),
  /** Which of several ways to answer was chosen, such as a list of activities or a résumé. */
  tabs: z.record(z.string(), z.string()),
  documents: z.array(packagedDocument),
  /** The statuses that the application has reached, the first one first. */
  statuses: z.array(z.string()),
});
export type ApplicationPackage = z.output<typeof applicationPackage>;
