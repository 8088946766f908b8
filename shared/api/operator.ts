import * as z from 'zod/mini';
import { tokenSeconds } from '../rules/limits.ts';
import { anyAnswers, text, username } from './fields.ts';

/** The function that only operators may call, with their own AWS credentials: it has no address on the web. */
export const operatorFunction = (stage: string): string => `matricula-${stage}-operator`;

const seconds = `seconds: a whole number from 1 to ${tokenSeconds.most}.`;

/** What an operator can ask for. */
export const operatorCommand = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('issue-token'),
    user: username,
    seconds: z.int(seconds).check(z.gte(1, seconds), z.lte(tokenSeconds.most, seconds)),
  }),
  z.strictObject({ command: z.literal('revoke-token'), jti: text('jti', 64) }),
  z.strictObject({ command: z.literal('keep-answers'), answer: anyAnswers }),
  z.strictObject({ command: z.literal('end-sessions'), user: username }),
]);
export type OperatorCommand = z.output<typeof operatorCommand>;

/** A token goes into the address of a page; `jti` revokes it. */
export const issuedToken = z.object({ token: z.string(), jti: z.string(), ends: z.string() });
export const keptAnswers = z.object({ token: z.string(), ignored: z.array(z.string()) });
export const endedSessions = z.object({ ended: z.number() });
/** Why nothing was done, in words. */
export const refusedCommand = z.object({ refused: z.string() });
