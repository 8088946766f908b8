import * as z from 'zod/mini';
import { username } from './fields.ts';
import { callerArn } from './operator.ts';

/** The function that erases, for operators and by the clock. Operators invoke it with their own AWS credentials. It has no URL. */
export const endingsFunction = (stage: string): string => `matricula-${stage}-endings`;

const endingsCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('erase'), user: username }),
]);
export type EndingsCommand = z.output<typeof endingsCommand>;

/** What the function receives from an operator. `by` is the ARN of the AWS identity that asks; the journal keeps it. */
export const endingsRequest = z.object({ by: callerArn, command: endingsCommand });
export type EndingsRequest = z.output<typeof endingsRequest>;

/** How far an erasure has come: finished, to be finished at a time (ISO 8601), or stopped at something. */
export const eraseReply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('erased') }),
  z.object({ state: z.literal('refused') }),
  z.object({ state: z.literal('settling'), until: z.string() }),
  z.object({ state: z.literal('failed'), at: z.string() }),
]);
