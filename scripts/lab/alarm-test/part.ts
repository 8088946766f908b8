import { routes } from '../../../shared/api/routes.ts';
import { SmokeClient } from '../../../shared/smoke/client.ts';
import type { LocalCloud } from '../../local-cloud/index.ts';

/** Everything that a part of the alarm test works with. */
export interface TestBed {
  readonly cloud: LocalCloud;
  /** An applicant who is logged in. */
  readonly client: SmokeClient;
  readonly username: string;
  /** Path of the program that the office converter runs. */
  readonly officeProgram: string;
}

/** A part that can break, and the alarms that must fire. */
export interface Part {
  readonly name: string;
  /** The broken part and the applicant's action, as one sentence. */
  readonly broken: string;
  /** Breaks it. The returned function restores it. */
  readonly break: (testBed: TestBed) => () => void;
  /** Acts like an applicant. It may fail, and is repeated until the alarms fire. */
  readonly use: (testBed: TestBed) => Promise<unknown>;
  readonly alarms: readonly string[];
}

const password = 'Sirens-9-at-the-rehearsal!';

const codeIn = (cloud: LocalCloud, username: string) =>
  /\b\d{6}\b/.exec(cloud.mail(username)[0]?.text ?? '')?.[0] ?? '';

/** Signs up and logs in over HTTP. */
export async function newApplicant(cloud: LocalCloud): Promise<Pick<TestBed, 'client' | 'username'>> {
  const { signUp, confirm } = routes.account;
  const client = new SmokeClient(cloud.url);
  const username = `alarm-test-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await client.call(signUp, { body: { username, password } });
  await client.call(confirm, { body: { username, code: codeIn(cloud, username) } });
  await logIn({ client, username });
  return { client, username };
}

export const logIn = ({ client, username }: Pick<TestBed, 'client' | 'username'>) =>
  client.call(routes.account.logIn, { body: { username, password } });

/** Signs up again with an address that has an account. The owner gets a mail about it. */
export const signUpAgain = ({ client, username }: TestBed) =>
  client.call(routes.account.signUp, { body: { username, password } });
