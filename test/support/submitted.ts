import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { type ApiClient, newAddress, newApplicant } from './applicant.ts';
import { completeAnswers } from './form.ts';
import { tableOf } from './table.ts';

export interface SubmittedApplication {
  readonly client: ApiClient;
  readonly username: string;
  readonly sub: string;
  readonly confirmation: string;
  readonly submittedAt: string;
}

/** Submits an application over HTTP. */
export async function submitted(
  cloud: LocalCloud,
  answers: Readonly<Record<string, unknown>> = {},
  username = newAddress(),
): Promise<SubmittedApplication> {
  const client = await newApplicant(cloud, username);
  const saved = await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, ...answers } });
  const { status, body } = await client.call('POST', '/api/submit');
  if (saved.status !== 200 || status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const { documents, TableName } = tableOf(cloud);
  const Key = { pk: `CONFIRMATION#${body.confirmation}`, sk: 'APPLICATION' };
  const { Item } = await documents.send(new GetCommand({ TableName, Key }));
  return {
    ...{ client, username, sub: String(Item?.sub) },
    ...{ confirmation: String(body.confirmation), submittedAt: String(body.submitted_at) },
  };
}
