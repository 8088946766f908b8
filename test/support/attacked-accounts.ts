import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { vi } from 'vitest';
import { MemoryTable } from '../faults/support/memory-table.ts';
import { functionSettings } from './function-settings.ts';

// The account function over services in memory, and a clock that tests set, so that months of an attack take
// seconds. The responses come without their constant time.

interface User {
  readonly sub: string;
  password: string;
  status: string;
  wrong: number;
  lockedUntil: number;
  lastTry: number;
}

interface Input {
  readonly Username?: string;
  readonly Password?: string;
  readonly AuthParameters?: Readonly<Record<string, string>>;
}

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: object;
}

interface Sent {
  readonly Destination: { readonly ToAddresses: readonly string[] };
  readonly Content: { readonly Simple: { readonly Body: { readonly Text: { readonly Data: string } } } };
}

const named = (name: string, message = name) => Object.assign(new Error(message), { name });
const nameOf = (command: Command) => command.constructor.name;
const idleMs = 15 * 60_000;

/** Replaces `send` in every client of a class. */
const lead = (Client: { readonly prototype: object }, send: (command: Command) => unknown) =>
  vi
    .spyOn(Client.prototype as { send: (command: Command) => Promise<unknown> }, 'send')
    .mockImplementation(async (command) => send(command));

export interface Reply {
  readonly status: number;
  readonly message: unknown;
  readonly retryAfter: string | undefined;
}

type Handler = (
  event: object,
  context: object,
) => Promise<{
  readonly statusCode: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}>;

/** A browser with cookies. */
export interface Browser {
  readonly network: string;
  readonly cookies: Map<string, string>;
}
export const browserIn = (network: string): Browser => ({ network, cookies: new Map() });

export class AttackedAccounts {
  #time = Date.parse('2026-11-22T12:00:00Z');
  #table = new MemoryTable();
  #users = new Map<string, User>();
  #mails: { readonly to: string; readonly text: string }[] = [];
  #handler: Handler = () => Promise.reject(new Error('The function has not started.'));
  /** Password checks that reached the pool. */
  checked = 0;

  static async start(): Promise<AttackedAccounts> {
    const accounts = new AttackedAccounts();
    const settings = {
      USER_POOL_ID: 'pool',
      USER_POOL_CLIENT_ID: 'client',
      REJECT_COMMON_PASSWORDS: 'false',
    };
    const secrets = { PEPPER_SECRET_ARN: 'pepper', CLIENT_SECRET_ARN: 'client', ORIGIN_SECRET_ARN: 'origin' };
    const mail = { MAIL_FROM: 'admissions@example.edu', MAIL_CONFIGURATION_SET: 'mail' };
    Object.assign(process.env, functionSettings, settings, secrets, mail);
    vi.spyOn(Date, 'now').mockImplementation(() => accounts.#time);
    lead(DynamoDBDocumentClient, (command) => accounts.#table.call(nameOf(command), command.input));
    lead(CognitoIdentityProviderClient, (command) => accounts.#pool(nameOf(command), command.input));
    lead(SESv2Client, ({ input }) => accounts.#send(input as Sent));
    lead(SecretsManagerClient, () => ({ SecretString: 'secret' }));
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    accounts.#handler = (await import('../../lambdas/functions/account.ts')).handler as unknown as Handler;
    return accounts;
  }

  /** Forgets every account, count and mail. */
  reset(): void {
    this.#table = new MemoryTable();
    this.#users = new Map();
    this.#mails = [];
    this.checked = 0;
  }

  pass(seconds: number): void {
    this.#time += seconds * 1000;
  }

  now(): number {
    return this.#time;
  }

  mailsTo(address: string): readonly string[] {
    return this.#mails.filter(({ to }) => to === address).map(({ text }) => text);
  }

  /** Puts a confirmed account into the pool. */
  seed(username: string, password: string): void {
    const counts = { wrong: 0, lockedUntil: 0, lastTry: 0 };
    this.#users.set(username, { sub: `a-${username}`, password, status: 'CONFIRMED', ...counts });
  }

  async call(browser: Browser, path: string, body: object): Promise<Reply> {
    const {
      statusCode,
      cookies = [],
      headers = {},
      body: text,
    } = await this.#handler(
      {
        ...{ version: '2.0', routeKey: `POST ${path}`, rawPath: path, rawQueryString: '' },
        cookies: [...browser.cookies].map(([name, value]) => `${name}=${value}`),
        headers: {
          ...{ 'content-type': 'application/json', 'x-origin-secret': 'secret' },
          ...{ 'x-viewer-host': 'apply.example.edu', 'x-viewer-address': browser.network },
          ...{ 'x-site-host': 'apply.example.edu', 'sec-fetch-site': 'same-origin' },
          origin: 'https://apply.example.edu',
        },
        requestContext: { requestId: 'request', http: { method: 'POST', path } },
        body: JSON.stringify(body),
        isBase64Encoded: false,
      },
      { getRemainingTimeInMillis: () => 10_000 },
    );
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') browser.cookies.delete(name);
      else browser.cookies.set(name, value);
    }
    const message = (JSON.parse(text) as { readonly message?: unknown }).message;
    return { status: statusCode, message, retryAfter: headers['retry-after'] ?? headers['Retry-After'] };
  }

  #send({ Destination, Content }: Sent) {
    this.#mails.push({
      to: Destination.ToAddresses[0] ?? '',
      text: Content.Simple.Body.Text.Data,
    });
    return {};
  }

  #pool(command: string, { Username = '', Password = '', AuthParameters = {} }: Input) {
    const username = AuthParameters.USERNAME ?? Username;
    if (command === 'AdminCreateUserCommand') return this.#create(username);
    const user = this.#users.get(username);
    if (user === undefined) throw named('UserNotFoundException');
    if (command === 'AdminInitiateAuthCommand') return this.#logIn(user, AuthParameters.PASSWORD);
    if (command === 'AdminSetUserPasswordCommand') {
      Object.assign(user, { password: Password, status: 'CONFIRMED' });
      return {};
    }
    if (command !== 'AdminGetUserCommand') throw new Error(`The pool in memory does not serve ${command}.`);
    const UserAttributes = [
      { Name: 'sub', Value: user.sub },
      { Name: 'email', Value: username },
    ];
    return { UserStatus: user.status, UserAttributes };
  }

  #create(username: string) {
    if (this.#users.has(username)) throw named('UsernameExistsException');
    const counts = { wrong: 0, lockedUntil: 0, lastTry: 0 };
    const sub = `a-${username}`;
    this.#users.set(username, { sub, password: '', status: 'FORCE_CHANGE_PASSWORD', ...counts });
    return { User: { Attributes: [{ Name: 'sub', Value: sub }] } };
  }

  /**
   * After five wrong passwords of any callers, Cognito locks the account for 2^(n-5) seconds, at most 15
   * minutes. It forgets them after 15 minutes without an attempt.
   */
  #logIn(user: User, password: string | undefined) {
    this.checked += 1;
    if (this.#time - user.lastTry > idleMs) user.wrong = 0;
    if (this.#time < user.lockedUntil) throw named('NotAuthorizedException', 'Password attempts exceeded');
    user.lastTry = this.#time;
    if (user.password !== password) {
      user.wrong += 1;
      if (user.wrong >= 5) user.lockedUntil = this.#time + Math.min(idleMs, 1000 * 2 ** (user.wrong - 5));
      throw named('NotAuthorizedException', 'Incorrect username or password.');
    }
    user.wrong = 0;
    const payload = Buffer.from(JSON.stringify({ sub: user.sub })).toString('base64url');
    return { AuthenticationResult: { IdToken: `header.${payload}.signature` } };
  }
}
