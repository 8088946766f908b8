import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { type ApiClient, goodPassword, newAddress } from './applicant.ts';
import { Authenticator } from './authenticator.ts';
import { seededApplicant } from './seeded-applicant.ts';

export interface WithApp {
  readonly username: string;
  readonly client: ApiClient;
  readonly app: Authenticator;
  readonly recoveryCodes: readonly string[];
}

/** Adds an authenticator app to the account of a logged-in applicant. */
export async function addApp(client: ApiClient): Promise<Omit<WithApp, 'username'>> {
  const { body } = await client.call('POST', '/api/second-factor', { current_password: goodPassword });
  const app = new Authenticator(String(body.secret));
  const reply = await client.call('PUT', '/api/second-factor', {
    set_up: body.set_up,
    code: await app.code(),
  });
  if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return { client, app, recoveryCodes: reply.body.recovery_codes as string[] };
}

/** A new applicant whose log-in asks for a code. */
export async function applicantWithApp(cloud: LocalCloud): Promise<WithApp> {
  const username = newAddress();
  return { username, ...(await addApp(await seededApplicant(cloud, username))) };
}

export const logIn = (client: ApiClient, username: string, password = goodPassword) =>
  client.call('POST', '/public/login', { username, password });

export const answer = (client: ApiClient, code: string) =>
  client.call('POST', '/public/login-code', { code });
