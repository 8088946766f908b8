import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { ApiClient, type ApiReply, codeFor, goodPassword, newAddress } from './applicant.ts';
import { clientOf } from './aws-clients.ts';
import { conversionEnded, conversionOf, upload } from './documents.ts';
import { completeAnswers } from './form.ts';
import { auditLogOf } from './operator.ts';

type Answers = Readonly<Record<string, unknown>>;

const cognitoOf = (cloud: LocalCloud) => clientOf(cloud, CognitoIdentityProviderClient);
const userPoolOf = ({ outputs }: LocalCloud) => outputs['Matricula-dev/Data/Applicants/Pool/Resource'];

/** Puts a confirmed account into the user pool. Returns its id. */
export async function seedAccount(cloud: LocalCloud, Username: string): Promise<string> {
  const UserPoolId = userPoolOf(cloud);
  const UserAttributes = [
    { Name: 'email', Value: Username },
    { Name: 'email_verified', Value: 'true' },
  ];
  const created = await cognitoOf(cloud).send(
    new AdminCreateUserCommand({ UserPoolId, Username, UserAttributes, MessageAction: 'SUPPRESS' }),
  );
  const password = { Password: goodPassword, Permanent: true };
  await cognitoOf(cloud).send(new AdminSetUserPasswordCommand({ UserPoolId, Username, ...password }));
  return created.User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value ?? '';
}

/** The addresses of all accounts. */
export async function accountsIn(cloud: LocalCloud): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let PaginationToken: string | undefined;
  do {
    const list = new ListUsersCommand({ UserPoolId: userPoolOf(cloud), PaginationToken });
    const page = await cognitoOf(cloud).send(list);
    for (const { Attributes = [] } of page.Users ?? [])
      found.add(Attributes.find(({ Name }) => Name === 'email')?.Value ?? '');
    PaginationToken = page.PaginationToken;
  } while (PaginationToken !== undefined);
  return found;
}

/** An applicant with an account, in one browser. */
export class Person extends ApiClient {
  readonly cloud: LocalCloud;
  readonly username: string;
  /** Id of the account; empty if the account was not seeded. */
  readonly sub: string;

  constructor(cloud: LocalCloud, username: string, sub = '') {
    super(cloud);
    this.cloud = cloud;
    this.username = username;
    this.sub = sub;
  }

  get(path: string): Promise<ApiReply> {
    return this.call('GET', path);
  }

  post(path: string, body?: unknown): Promise<ApiReply> {
    return this.call('POST', path, body);
  }

  logIn(password = goodPassword): Promise<ApiReply> {
    return this.post('/public/login', { username: this.username, password });
  }

  /** The same applicant, logged in from another browser. */
  inAnotherBrowser(): Promise<Person> {
    return loggedIn(new Person(this.cloud, this.username, this.sub));
  }

  /** True if the session is open. */
  async isLoggedIn(): Promise<boolean> {
    return (await this.get('/api/profile')).status === 200;
  }

  save(answer: Answers): Promise<ApiReply> {
    return this.call('PUT', '/api/answer', { answer });
  }

  /** Uploads a file as the page does, and waits for the outcome of its conversion. */
  async upload(key: string, fileName: string, bytes: Uint8Array) {
    await upload(this, key, fileName, bytes);
    return conversionEnded(this, conversionOf(key));
  }

  /** Submits complete answers and the given ones. */
  async submit(answers: Answers = {}): Promise<Receipt> {
    const saved = await this.save({ ...completeAnswers, ...answers });
    const { status, body } = await this.post('/api/submit');
    if (saved.status !== 200 || status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return { confirmation: String(body.confirmation), submittedAt: String(body.submitted_at) };
  }

  /** The mails to the applicant, newest first, whose subject contains the text. */
  mails(subject = '') {
    return this.cloud.mail(this.username).filter((mail) => mail.subject.includes(subject));
  }

  /** Names of the applicant's audit events, oldest first. */
  async events(): Promise<readonly string[]> {
    return (await auditLogOf(this.cloud, this.username)).map(({ event }) => event);
  }
}

export interface Receipt {
  readonly confirmation: string;
  readonly submittedAt: string;
}

async function loggedIn(one: Person): Promise<Person> {
  const { status, body } = await one.logIn();
  if (status !== 200) throw new Error(`/public/login: ${status} ${JSON.stringify(body)}`);
  return one;
}

/**
 * A logged-in applicant whose account is in the user pool without a sign-up and its mail. Takes half the time
 * of `signedUp`.
 */
export async function person(cloud: LocalCloud, username = newAddress()): Promise<Person> {
  return loggedIn(new Person(cloud, username, await seedAccount(cloud, username)));
}

/** Signs up, confirms and logs in over HTTP. */
export async function signedUp(cloud: LocalCloud, username = newAddress()): Promise<Person> {
  const one = new Person(cloud, username);
  await one.post('/public/signup', { username, password: goodPassword });
  const { status, body } = await one.post('/public/confirm', { username, code: codeFor(cloud, username) });
  if (status !== 200) throw new Error(`/public/confirm: ${status} ${JSON.stringify(body)}`);
  return loggedIn(one);
}

/** One applicant for all tests of a file that change nothing. */
export function samePerson(cloud: () => LocalCloud, username = newAddress()): () => Promise<Person> {
  let made: Promise<Person> | undefined;
  return () => {
    made ??= person(cloud(), username);
    return made;
  };
}

export interface Submitted extends Receipt {
  readonly client: Person;
  readonly username: string;
  readonly sub: string;
}

/** An applicant who has submitted. */
export async function submitted(
  cloud: LocalCloud,
  answers: Answers = {},
  username = newAddress(),
): Promise<Submitted> {
  const client = await person(cloud, username);
  return { client, username, sub: client.sub, ...(await client.submit(answers)) };
}
