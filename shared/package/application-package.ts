import * as z from 'zod/mini';

/**
 * Grows when the members of a package change. Added, removed or changed questions only change `form_version`.
 */
export const packageFormat = 3;

/** One answer. A choice has the code of the option as its value, and the label that the applicant read. */
const packagedAnswer = z.object({
  value: z.union([z.string(), z.boolean()]),
  label: z.optional(z.string()),
});
export type PackagedAnswer = z.output<typeof packagedAnswer>;

const packagedDocument = z.object({
  /** The key of the file question. */
  key: z.string(),
  question: z.string(),
  /** The name of the file that the applicant uploaded. */
  file_name: z.string(),
  /** Path of its PDF in the package. */
  pdf: z.string(),
});

/** A submitted application as the university's systems receive it: `application.json` of its package. */
export const applicationPackage = z.object({
  format: z.literal(packageFormat),
  confirmation: z.string(),
  submitted_at: z.string(),
  /**
   * The deadline, and the minutes after it, of a submission in its grace period. Missing for a submission in
   * time.
   */
  late: z.optional(z.object({ deadline: z.string(), label: z.string(), minutes: z.number() })),
  applicant: z.object({ id: z.string(), email: z.string() }),
  /** Identifies the version of the questions (form-version.ts). */
  form_version: z.string(),
  /** The answers. Questions that were left empty or not asked are omitted. */
  answers: z.record(z.string(), packagedAnswer),
  /** Number of open blocks of each repeated part, such as colleges. */
  counts: z.record(z.string(), z.number()),
  /** The chosen tab of each group, such as a list of activities or a résumé. */
  tabs: z.record(z.string(), z.string()),
  documents: z.array(packagedDocument),
  /** The statuses that the application has reached, oldest first. */
  statuses: z.array(z.string()),
  /**
   * Checklist items as of the package or the export: the days on which items arrived, by their ids, and the
   * ids of needed items that did not arrive.
   */
  checklist: z.optional(
    z.object({ received: z.record(z.string(), z.string()), missing: z.array(z.string()) }),
  ),
  /** Time at which the applicant withdrew it, as of the export. Missing if it is not withdrawn. */
  withdrawn_at: z.optional(z.string()),
});
export type ApplicationPackage = z.output<typeof applicationPackage>;
