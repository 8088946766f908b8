import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { callerProof } from '../../shared/api/caller-proof.ts';
import { callerIdentity } from '../aws/caller-identity.ts';
import { ApiError } from '../runtime/errors.ts';
import { log } from '../runtime/log.ts';
import type { Operator } from '../table/audit-log.ts';

export const noSuchApplicant = (): ApiError =>
  new ApiError('notFound', 'No applicant has this email address.');

const requestSchema = z.object({ proof: callerProof, command: z.unknown() });
const proofMissing = 'A command and a proof of its sender are required.';

/** The work of each command. */
type Commands<Command extends { readonly command: string }> = {
  readonly [Name in Command['command']]: (
    operator: Operator,
    command: Extract<Command, { readonly command: Name }>,
  ) => Promise<object>;
};

/**
 * Runs the commands of operators and logs each, under the name that AWS gives its sender. No route leads
 * here: only principals with AWS permission can send one. A command that is not understood or rejected
 * returns the reason as `refused`.
 */
export const operatorCommands =
  <Command extends { readonly command: string }>(
    schema: z.ZodMiniType<Command>,
    commands: Commands<Command>,
  ) =>
  async (event: unknown, { awsRequestId: request, functionName }: Context): Promise<object> => {
    const asked = requestSchema.safeParse(event);
    if (!asked.success) return { refused: proofMissing };
    const parsed = schema.safeParse(asked.data.command);
    if (!parsed.success) return { refused: parsed.error.issues[0]?.message ?? 'The command is not valid.' };
    const { proof, command } = asked.data;
    const run: (operator: Operator, command: never) => Promise<object> =
      commands[parsed.data.command as Command['command']];
    try {
      const by = await callerIdentity(proof, functionName, command);
      log({ level: 'info', event: 'operator-command.received', command: parsed.data.command, by, request });
      return await run({ by, request }, parsed.data as never);
    } catch (failure) {
      if (failure instanceof ApiError) return { refused: failure.message };
      throw failure;
    }
  };
