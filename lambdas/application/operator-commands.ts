import type { Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import { ApiError } from '../runtime/errors.ts';
import { log } from '../runtime/log.ts';
import type { Operator } from '../store/journal.ts';

export const noSuchApplicant = (): ApiError => new ApiError('notFound', 'No applicant has this address.');

/** A command, and the ARN of the AWS identity that sends it. */
interface Request<Command> {
  readonly by: string;
  readonly command: Command;
}

/**
 * Runs the commands of operators and logs each. No route leads here: only principals with AWS permission can send one. A command that
 * cannot be understood or carried out returns the reason as `refused`.
 */
export const operatorCommands =
  <Command extends { readonly command: string }>(
    schema: z.ZodMiniType<Request<Command>>,
    run: (operator: Operator, command: Command) => Promise<object>,
  ) =>
  async (event: unknown, { awsRequestId: request }: Context): Promise<object> => {
    const { data, error } = schema.safeParse(event);
    if (error) return { refused: error.issues[0]?.message ?? 'The command could not be understood.' };
    const { by, command } = data;
    log({ level: 'info', event: command.command, by, request });
    try {
      return await run({ by, request }, command);
    } catch (failure) {
      if (failure instanceof ApiError) return { refused: failure.message };
      throw failure;
    }
  };
