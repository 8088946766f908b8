import { routes } from '../../../shared/api/routes.ts';
import { SmokeClient } from '../../../shared/smoke/client.ts';
import type { LocalCloud } from '../../local-cloud/index.ts';

/** What a drill works with. */
export interface Bench {
  readonly cloud: LocalCloud;
  /** An applicant who is logged in. */
  readonly client: SmokeClient;
  readonly username: string;
  /** Where the office converter finds its program. */
  readonly officeProgram: string;
}

/** Something that can break, and the alarms that must say so. */
export interface Part {
  readonly name: string;
  /** What is broken, as a sentence that ends with what applicants do meanwhile. */
  readonly broken: string;
  /** Breaks it. The returned function restores it. */
  readonly break: (bench: Bench) => () => void;
  /** Does what an applicant does meanwhile. It is expected to fail, and repeated until the alarms ring. */
  readonly use: (bench: Bench) => Promise<unknown>;
  readonly rings: readonly string[];
}

const password = 'Sirens-9-at-the-rehearsal!';

const codeIn = (cloud: LocalCloud, username: string) =>
  /\b\d{6}\b/.exec(cloud.mail(username)[0]?.text ?? '')?.[0] ?? '';

/** Signs up and logs in over HTTP. */
export async function newApplicant(cloud: LocalCloud): Promise<Pick<Bench, 'client' | 'username'>> {
  const { signUp, confirm } = routes.account;
  const client = new SmokeClient(cloud.url);
  const username = `drill-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await client.call(signUp, { body: { username, password } });
  await client.call(confirm, { body: { username, code: codeIn(cloud, username) } });
  await logIn({ client, username });
  return { client, username };
}

export const logIn = ({ client, username }: Pick<Bench, 'client' | 'username'>) =>
  client.call(routes.account.logIn, { body: { username, password } });

/** Signs up once more with an address that has an account: its owner is told by mail. */
export const signUpAgain = ({ client, username }: Bench) =>
  client.call(routes.account.signUp, { body: { username, password } });
