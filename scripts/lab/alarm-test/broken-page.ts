import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { routes } from '../../../shared/api/routes.ts';
import type { LocalCloud } from '../../local-cloud/index.ts';

const { method, path } = routes.deviceLink.reportError;
const body = JSON.stringify({ page: '/about', name: 'TypeError', message: 'alarm-test', stack: '' });

/** Reports that a page crashed, as CloudFront passes it on from a network: this machine has only one. */
export async function reportBrokenPage(
  { url, credentials, outputs }: LocalCloud,
  network: string,
): Promise<void> {
  const settings = { endpoint: url, region: 'us-east-1', credentials };
  const nameOf = (end: string) => Object.entries(outputs).find(([each]) => each.endsWith(end))?.[1];
  const { SecretString = '' } = await new SecretsManagerClient(settings).send(
    new GetSecretValueCommand({ SecretId: nameOf('/Data/OriginSecret/Resource') }),
  );
  const headers = {
    'content-type': 'application/json',
    'x-origin-secret': SecretString,
    'x-viewer-address': network,
  };
  const requestContext = { requestId: crypto.randomUUID(), http: { method, path } };
  const event = { routeKey: `${method} ${path}`, rawPath: path, headers, body, requestContext };
  const FunctionName = nameOf('/Api/Contracts/deviceLink/Function/Resource');
  await new LambdaClient(settings).send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
}
