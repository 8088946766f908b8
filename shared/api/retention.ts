import * as z from 'zod/mini';
import { username } from './fields.ts';

/**
 * The function that erases, for operators and by the clock, and reports what is held about one applicant.
 * Operators invoke it with their own AWS credentials. It has no URL.
 */
export const retentionFunction = (stage: string): string => `matricula-${stage}-retention`;

/** The commands of operators. The sender adds a proof of who it is (caller-proof.ts). */
export const retentionCommand = z.discriminatedUnion('command', [
  // The applicant gets a mail about the end, unless the office wrote already.
  z.strictObject({ command: z.literal('erase'), user: username, no_mail: z.optional(z.boolean()) }),
  // A day in UTC, which must be today: it shows that the operator has looked today.
  z.strictObject({
    command: z.literal('allow-retention'),
    day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'day: a day such as 2027-03-01 is expected.')),
  }),
  z.strictObject({
    command: z.literal('report'),
    user: username,
    part: z.int('part: a whole number is expected.').check(z.gte(0, 'part: a whole number is expected.')),
  }),
]);
export type RetentionCommand = z.output<typeof retentionCommand>;

/** How far an erasure has come: finished, to be finished at a time (ISO 8601), or stopped at something. */
export const eraseReply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('erased') }),
  z.object({ state: z.literal('refused') }),
  z.object({
    state: z.literal('settling'),
    until: z.string(),
    isMailed: z.boolean(),
    /**
     * The day on which no nightly export has the application any more; missing when it was never submitted.
     */
    exportsGoneOn: z.optional(z.string()),
  }),
  z.object({ state: z.literal('failed'), at: z.string() }),
]);

/** A pass over all users has begun, which may erase any number of applications. */
export const retentionReply = z.object({ begun: z.literal(true) });

/** One part of everything that is held about an applicant. `next` is the part after it. */
export const reportReply = z.object({
  title: z.string(),
  stays: z.optional(z.string()),
  items: z.array(z.record(z.string(), z.unknown())),
  files: z.optional(z.array(z.object({ path: z.string(), size: z.number(), url: z.string() }))),
  next: z.optional(z.number()),
});
