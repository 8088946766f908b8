import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { type OperatorCommand, type OperatorRequest, operatorFunction } from '../../shared/api/operator.ts';
import type { ApiClient } from './applicant.ts';

export const operatorArn = 'arn:aws:sts::123456789012:assumed-role/Admissions/grace';

type Reply = Readonly<Record<string, string>>;

/** Invokes the operators' function as `npm run service-token` does. */
export async function runOperatorCommand(
  cloud: Pick<LocalCloud, 'url' | 'credentials'>,
  command: OperatorCommand,
): Promise<Reply> {
  const request: OperatorRequest = { by: operatorArn, command };
  const client = new LambdaClient({
    endpoint: cloud.url,
    region: 'us-east-1',
    credentials: cloud.credentials,
  });
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName: operatorFunction('dev'), Payload: JSON.stringify(request) }),
  );
  const text = new TextDecoder().decode(Payload);
  if (FunctionError !== undefined) throw new Error(text);
  return JSON.parse(text);
}

export const functionName = async (client: ApiClient): Promise<string> =>
  String((await client.call('GET', '/api/profile')).body.username);

/** A service token that opens an applicant's application. */
export async function serviceTokenFor(cloud: LocalCloud, client: ApiClient, seconds = 900) {
  const { token = '', jti = '' } = await runOperatorCommand(cloud, {
    command: 'issue-token',
    user: await functionName(client),
    seconds,
  });
  return { token, jti };
}
