import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';
import {
  type CallerProof,
  commandDigest,
  commandHeader,
  identityCall,
} from '../../shared/api/caller-proof.ts';
import {
  dutyOf,
  type OperatorCommand,
  operatorFunction,
  rejectedCommand,
} from '../../shared/api/operator.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readAws } from './aws-errors.ts';
import type { Target } from './target.ts';

/** A schema of a reply, or a function that throws if a reply is not as expected. */
interface ReplyParser<T> {
  parse(reply: unknown): T;
}

/**
 * Sends a command to the function that handles it. A rejection becomes a usage error with the function's
 * message.
 */
export const invokeOperator = <T>(
  target: Target,
  command: OperatorCommand,
  reply: ReplyParser<T>,
): Promise<T> => invokeFunction(target, operatorFunction(target.stage, dutyOf(command)), command, reply);

/** Sends a command to any function that operators may invoke. */
export async function invokeFunction<T>(
  { site, client, region }: Target,
  FunctionName: string,
  command: object,
  reply: ReplyParser<T>,
): Promise<T> {
  const Payload = await readAws('sts:GetCallerIdentity', region, () =>
    signedCommand({ ...client, region }, FunctionName, command),
  );
  const invoke = new InvokeCommand({ FunctionName, Payload });
  const response = await new LambdaClient(client).send(invoke).catch((error: unknown) => {
    if (isUnreachable(error))
      throw new UsageError(
        `Nothing answers at ${site}. Start it with npm start, or name its port with --port.`,
      );
    throw error;
  });
  const heard: unknown = JSON.parse(new TextDecoder().decode(response.Payload));
  if (response.FunctionError !== undefined)
    throw new Error(`${FunctionName} failed: ${JSON.stringify(heard)}`);
  const refused = rejectedCommand.safeParse(heard);
  if (refused.success) throw new UsageError(refused.data.refused);
  return reply.parse(heard);
}

type Settings = Pick<STSClientConfig & LambdaClientConfig, 'endpoint' | 'credentials'> & {
  readonly region: string;
};

/**
 * The payload of a command, with a signed AWS call by which the function verifies the operator's identity.
 */
export async function signedCommand(
  settings: Settings,
  FunctionName: string,
  command: object,
): Promise<Uint8Array> {
  const digest = await commandDigest(FunctionName, command);
  const proof = await signIdentityCall(settings, digest);
  return new TextEncoder().encode(JSON.stringify({ proof, command }));
}

interface SignedCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes the SDK sign a call, and intercepts it instead of sending it. */
async function signIdentityCall(settings: Settings, digest: string): Promise<CallerProof> {
  let signed: SignedCall | undefined;
  const client = new STSClient({ ...settings });
  client.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers[commandHeader] = digest;
      return next(args);
    },
    { step: 'build' },
  );
  client.middlewareStack.add(
    () =>
      async ({ request }) => {
        signed = request as SignedCall;
        return { response: request, output: { $metadata: {} } };
      },
    { step: 'deserialize', priority: 'high' },
  );
  await client.send(new GetCallerIdentityCommand({}));
  if (signed?.body !== identityCall) throw new Error('The SDK writes sts:GetCallerIdentity in another way.');
  return Object.fromEntries(
    Object.entries(signed.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

const isUnreachable = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
