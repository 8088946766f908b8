import * as z from 'zod/mini';
import { isDay } from '../rules/days.ts';
import { text, username } from './fields.ts';

// The commands by which staff find applications, and their responses.

const day = (name: string) =>
  z.string().check(z.refine((typed) => isDay(typed), `${name}: a day is expected, such as 2026-11-30.`));

/** Reading more applications would exceed the timeout of one call. */
export const maxRows = 100;
const limit = z.int().check(z.gte(1), z.lte(maxRows));

export const applicationStatus = z.enum(['draft', 'submitted']);

/** Where a list continues: a day, a moment, or the cursor of an application. Each begins with its day. */
export const beginsWithDay = (name: string) =>
  z.refine<string>(
    (typed) => isDay(typed.slice(0, 10)),
    `${name}: a day, or where a list ended, is expected.`,
  );

const place = text('after', 400);

/** The id of a checklist item that did not arrive. */
const missing = z.optional(
  text('missing', 40).check(
    z.regex(/^[a-z][a-z0-9-]*$/i, 'missing: the id of a checklist item is expected, such as transcript.'),
  ),
);

export const findCommands = [
  z.strictObject({
    command: z.literal('list-applications'),
    status: applicationStatus,
    since: day('since'),
    until: day('until'),
    after: z.optional(place.check(beginsWithDay('after'))),
    missing,
    limit,
  }),
  z.strictObject({
    command: z.literal('find-by-name'),
    name: text('name', 100),
    after: z.optional(place),
    missing,
    limit,
  }),
  z.strictObject({
    command: z.literal('show-application'),
    user: z.optional(username),
    confirmation: z.optional(text('confirmation', 40)),
  }),
] as const;

/** One application in a list. */
const applicationRow = z.object({
  applicant: z.string(),
  status: applicationStatus,
  started_at: z.optional(z.string()),
  submitted_at: z.optional(z.string()),
  confirmation: z.optional(z.string()),
  name: z.string(),
  email: z.string(),
  /** Set if it was submitted in the grace period after a deadline. */
  late: z.optional(z.object({ label: z.string(), minutes: z.number() })),
  /** Time at which the applicant withdrew it. */
  withdrawn_at: z.optional(z.string()),
  /** The checklist of a submitted application. */
  checklist: z.optional(
    z.object({
      /** The days on which items arrived, by their ids. */
      received: z.record(z.string(), z.string()),
      /** The ids of the needed items that did not arrive. */
      missing: z.array(z.string()),
    }),
  ),
});
export type ApplicationRow = z.output<typeof applicationRow>;

export const applicationsReply = z.object({
  applications: z.array(applicationRow),
  /** The `after` of the next page, which may be empty. */
  next: z.optional(z.string()),
});

export const applicationSummary = z.object({
  ...applicationRow.shape,
  statuses: z.array(z.object({ status: z.string(), at: z.string() })),
  last_log_in: z.optional(z.string()),
  receipt_mailed_at: z.optional(z.string()),
  /** The checklist items of this applicant. Of a draft, the ones that already arrived. */
  items: z.optional(
    z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        is_optional: z.boolean(),
        received: z.optional(z.string()),
      }),
    ),
  ),
  documents: z.array(
    z.object({ question: z.string(), file_name: z.optional(z.string()), status: z.string() }),
  ),
});
export type ApplicationSummary = z.output<typeof applicationSummary>;
