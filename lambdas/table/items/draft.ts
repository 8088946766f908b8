import * as z from 'zod/mini';

// Items of an application that is being filled in.

const lastSave = z.object({ page: z.string(), number: z.number() });

export const meta = z.object({
  /** Incremented by every change of the content to submit. */
  rev: z.number(),
  submitted_at: z.optional(z.string()),
  /** The day of the last change (yyyy-mm-dd, UTC). */
  changed_on: z.optional(z.string()),
  /** Time of the first change, which is its place in the list of drafts. A deletion may come before it. */
  started_at: z.optional(z.string()),
  /**
   * Time at which the applicant requested its deletion. From then on it can be neither changed nor submitted.
   */
  deletion_asked_at: z.optional(z.string()),
  /** Start of its deletion. From then on it cannot change. */
  erased_at: z.optional(z.string()),
  /** The browser page that saved last, and the number of that save. */
  saver: z.optional(lastSave),
  /** The same for pages that saved earlier, latest first. */
  earlier_savers: z.optional(z.array(lastSave)),
});
export type LastSave = z.output<typeof lastSave>;

const answer = z.union([z.string(), z.boolean()]);

export const answers = z.record(z.string(), answer);

/** Some answers, each under its key with the revision at which it was last set. */
export const storedAnswers = z.record(z.string(), z.tuple([answer, z.number()]));

export const visit = z.object({ last_page: z.string() });

export const countMap = z.record(z.string(), z.number());

export const tabMap = z.record(z.string(), z.string());

export const counts = z.object({ c: countMap });

export const tabs = z.object({ t: tabMap });

/** Values that a later save replaced without having read them, until the applicant chooses. */
export const conflicts = z.object({ c: answers });

export const status = z.object({ web_status: z.string(), at: z.string() });

/** The applicant's choice about mails on deadlines. */
export const reminders = z.object({ are_wanted: z.boolean() });

/** Progress through the list of drafts for the deadline mails. */
export const warningProgress = z.object({
  after: z.optional(z.string()),
  isDone: z.optional(z.boolean()),
});

export const deviceLink = z.object({ a: answers });

/**
 * The mail that announced a draft's expiry: day of the draft's last change, and day of the mail (yyyy-mm-dd).
 */
export const endNotice = z.object({ changed_on: z.string(), on: z.string() });
export type EndNotice = z.output<typeof endNotice>;
