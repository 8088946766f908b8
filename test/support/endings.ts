import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { type EndingsCommand, type EndingsRequest, endingsFunction } from '../../shared/api/endings.ts';
import { clientSettings } from './aws-clients.ts';
import { operatorArn } from './operator.ts';

type Reply = Readonly<Record<string, unknown>>;

/** Invokes the function of endings as `npm run erase` does. A function that failed says so as `state`. */
export async function runEndings(
  cloud: Pick<LocalCloud, 'url' | 'credentials'>,
  command: EndingsCommand,
): Promise<Reply> {
  const request: EndingsRequest = { by: operatorArn, command };
  const client = new LambdaClient(clientSettings(cloud));
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName: endingsFunction('dev'), Payload: JSON.stringify(request) }),
  );
  const text = new TextDecoder().decode(Payload);
  return FunctionError === undefined ? JSON.parse(text) : { state: 'failed', at: 'its function', text };
}
