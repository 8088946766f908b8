import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { type ApiClient, newAddress } from './applicant.ts';
import { completeAnswers } from './form.ts';
import { loggedIn, seedAccount } from './seeded-applicant.ts';

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
  const sub = await seedAccount(cloud, username);
  const client = await loggedIn(cloud, username);
  const saved = await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, ...answers } });
  const { status, body } = await client.call('POST', '/api/submit');
  if (saved.status !== 200 || status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return {
    ...{ client, username, sub },
    ...{ confirmation: String(body.confirmation), submittedAt: String(body.submitted_at) },
  };
}
