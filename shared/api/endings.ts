import * as z from 'zod/mini';
import { username } from './fields.ts';

/** The function that erases, for operators and by the clock, and reports what is held about one applicant. Operators invoke it with their own AWS credentials. It has no URL. */
export const endingsFunction = (stage: string): string => `matricula-${stage}-endings`;

/** The commands of operators. The sender adds a proof of who it is (caller-proof.ts). */
export const endingsCommand = z.discriminatedUnion('command', [
  // The applicant gets a mail about the end, unless the office wrote already.
  z.strictObject({ command: z.literal('erase'), user: username, no_mail: z.optional(z.boolean()) }),
  z.strictObject({
    command: z.literal('report'),
    user: username,
    part: z.int('part: a whole number is expected.').check(z.gte(0, 'part: a whole number is expected.')),
  }),
]);
export type EndingsCommand = z.output<typeof endingsCommand>;

/** How far an erasure has come: finished, to be finished at a time (ISO 8601), or stopped at something. */
export const eraseReply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('erased') }),
  z.object({ state: z.literal('refused') }),
  z.object({
    state: z.literal('settling'),
    until: z.string(),
    isMailed: z.boolean(),
    /** The day on which no nightly export has the application any more; missing when it was never submitted. */
    exportsGoneOn: z.optional(z.string()),
  }),
  z.object({ state: z.literal('failed'), at: z.string() }),
]);

/** One part of everything that is held about an applicant. `next` is the part after it. */
export const reportReply = z.object({
  title: z.string(),
  stays: z.optional(z.string()),
  items: z.array(z.record(z.string(), z.unknown())),
  files: z.optional(z.array(z.object({ path: z.string(), size: z.number(), url: z.string() }))),
  next: z.optional(z.number()),
});
