import { createHmac } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import type { ApiClient } from './applicant.ts';
import { clientSettings } from './aws-clients.ts';

/** The path of an applicant's link that turns deadline mails off, as in these mails. */
export async function unsubscribeLink(cloud: LocalCloud, client: ApiClient): Promise<string> {
  const { body } = await client.call('GET', '/api/own-data');
  const sub = /APP#([\w-]+)/.exec(JSON.stringify(body))?.[1];
  if (sub === undefined) throw new Error('The applicant has no application.');
  const secrets = new SecretsManagerClient(clientSettings(cloud));
  const SecretId = cloud.outputs['Matricula-dev/Data/PepperSecret/Resource'];
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const signature = createHmac('sha256', SecretString).update(`sign reminders-off ${sub}`).digest('hex');
  return `/public/unsubscribe?token=${sub}.${signature.slice(0, 32)}`;
}
