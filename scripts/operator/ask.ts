import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type * as z from 'zod/mini';
import {
  dutyOf,
  type OperatorCommand,
  type OperatorRequest,
  operatorFunction,
  rejectedCommand,
} from '../../shared/api/operator.ts';
import { UsageError } from '../local-cloud/usage-error.ts';
import type { Target } from './target.ts';

/** Sends a command to the function of its duty. A rejection is a usage error with the function's message. */
export async function invokeOperator<T>(
  target: Target,
  command: OperatorCommand,
  answer: z.ZodMiniType<T>,
): Promise<T> {
  const request: OperatorRequest = { by: await target.caller(), command };
  return invokeFunction(target, operatorFunction(target.stage, dutyOf(command)), request, answer);
}

/** The same of any function that operators may invoke. */
export async function invokeFunction<T>(
  { site, client }: Target,
  FunctionName: string,
  request: object,
  answer: z.ZodMiniType<T>,
): Promise<T> {
  const invoke = new InvokeCommand({
    FunctionName,
    Payload: new TextEncoder().encode(JSON.stringify(request)),
  });
  const { FunctionError, Payload } = await new LambdaClient(client).send(invoke).catch((error: unknown) => {
    if (isUnreachable(error)) throw new UsageError(`Nothing answers at ${site}.`);
    throw error;
  });
  const heard: unknown = JSON.parse(new TextDecoder().decode(Payload));
  if (FunctionError !== undefined) throw new Error(`${FunctionName} failed: ${JSON.stringify(heard)}`);
  const refused = rejectedCommand.safeParse(heard);
  if (refused.success) throw new UsageError(refused.data.refused);
  return answer.parse(heard);
}

const isUnreachable = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
