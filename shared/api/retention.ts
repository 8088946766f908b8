import * as z from 'zod/mini';
import { username } from './fields.ts';

/**
 * Name of the Lambda function that deletes applications, for operators and on a schedule. Operators invoke it
 * with their own AWS credentials. It has no URL.
 */
export const retentionFunction = (stage: string): string => `matricula-${stage}-retention`;

/** The commands of operators. The sender adds a proof of who it is (caller-proof.ts). */
export const retentionCommand = z.discriminatedUnion('command', [
  // The function emails the applicant about the deletion. `no_mail` skips that if the office has already
  // written.
  z.strictObject({ command: z.literal('erase'), user: username, no_mail: z.optional(z.boolean()) }),
  // A UTC date, which must be today. It proves that the operator has checked today.
  z.strictObject({
    command: z.literal('allow-retention'),
    day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'day: a day such as 2027-03-01 is expected.')),
  }),
]);
export type RetentionCommand = z.output<typeof retentionCommand>;

/** State of a deletion: finished, pending until a time (ISO 8601), rejected or failed. */
export const eraseReply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('erased') }),
  z.object({ state: z.literal('refused') }),
  z.object({
    state: z.literal('settling'),
    until: z.string(),
    isMailed: z.boolean(),
    /** The day from which no nightly export contains the application; missing if it was never submitted. */
    exportsGoneOn: z.optional(z.string()),
  }),
  z.object({ state: z.literal('failed'), at: z.string() }),
]);

/** A retention run over all users has started. It can delete any number of applications. */
export const retentionReply = z.object({ begun: z.literal(true) });
