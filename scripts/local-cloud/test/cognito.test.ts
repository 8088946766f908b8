import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ListUsersCommand,
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { userPoolOf, withFixture } from './fixture.ts';

const fixture = withFixture();
/** A new client: one that is used at another time remembers the difference of the clocks. */
const cognito = () => new CognitoIdentityProviderClient(fixture().settings);
const password = 'Correct-Horse-9!';
let pool: Awaited<ReturnType<typeof userPoolOf>>;
let count = 0;

beforeAll(async () => {
  pool = await userPoolOf(fixture());
});

const address = () => `applicant${++count}@example.com`;
const by = (Username: string) => ({
  ClientId: fixture().names.client,
  Username,
  SecretHash: pool.hashOf(Username),
});
const inPool = (Username: string) => ({ UserPoolId: fixture().names.pool, Username });
const codeFor = (email: string) => /\d{6}/.exec(fixture().cloud.mail(email)[0]?.text ?? '')?.[0] ?? '';

const signUp = (email: string) => cognito().send(new SignUpCommand({ ...by(email), Password: password }));
const confirm = (email: string, ConfirmationCode = codeFor(email)) =>
  cognito().send(new ConfirmSignUpCommand({ ...by(email), ConfirmationCode }));
const auth = (
  AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' | 'REFRESH_TOKEN_AUTH',
  AuthParameters: Record<string, string>,
) =>
  cognito().send(
    new AdminInitiateAuthCommand({
      UserPoolId: fixture().names.pool,
      ClientId: fixture().names.client,
      AuthFlow,
      AuthParameters,
    }),
  );
const logIn = async (email: string, PASSWORD = password) =>
  (await auth('ADMIN_USER_PASSWORD_AUTH', { USERNAME: email, PASSWORD, SECRET_HASH: pool.hashOf(email) }))
    .AuthenticationResult;

async function member(): Promise<string> {
  const email = address();
  await signUp(email);
  await confirm(email);
  return email;
}

describe('Cognito sign-up', () => {
  it("rejects a call without the client's secret", async () => {
    const { SecretHash: _, ...without } = by('x@example.com');
    await expect(cognito().send(new SignUpCommand({ ...without, Password: password }))).rejects.toThrow(
      /SECRET_HASH was not received/,
    );
    await expect(
      cognito().send(new SignUpCommand({ ...without, SecretHash: 'wrong', Password: password })),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  it('confirms with the newest code only, and only once', async () => {
    const email = address();
    await signUp(email);
    const first = codeFor(email);
    await cognito().send(new ResendConfirmationCodeCommand(by(email)));
    expect(fixture().cloud.mail(email)[0]?.text).toContain('CustomMessage_ResendCode');
    const second = codeFor(email);
    if (first !== second)
      await expect(confirm(email, first)).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await confirm(email, second);
    await expect(confirm(email, second)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(cognito().send(new ResendConfirmationCodeCommand(by(email)))).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  });

  it('rejects further codes after too many wrong ones', async () => {
    const email = address();
    await signUp(email);
    const wrongCode = codeFor(email) === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++)
      await expect(confirm(email, wrongCode)).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(confirm(email)).rejects.toMatchObject({ name: 'LimitExceededException' });
  });
});

// https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html#authentication-flow-lockout-behavior
describe('Cognito’s lock after wrong passwords', () => {
  let time = 0;
  /** Sets and stops only the date, not the timers. */
  const pass = (milliseconds: number) => {
    time += milliseconds;
    vi.setSystemTime(time);
  };
  beforeEach(() => {
    time = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: time });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const wrong = (email: string) =>
    expect(logIn(email, 'Wrong-Horse-99!')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  const locked = (email: string) =>
    expect(logIn(email)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Password attempts exceeded',
    });
  async function fail(email: string, times: number) {
    for (let count = 0; count < times; count++) await wrong(email);
  }
  /** Fails until the lock lasts 2^(failures-5) seconds. */
  async function lock(email: string, failures: number) {
    await fail(email, 5);
    for (let count = 5; count < failures; count++) {
      pass(1000 * 2 ** (count - 5));
      await wrong(email);
    }
  }

  it('lasts a second after the fifth, then twice as long after each further one, up to a quarter of an hour', async () => {
    const email = await member();
    await fail(email, 5);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]) {
      pass(seconds * 1000 - 1);
      await locked(email);
      pass(1);
      await wrong(email);
    }
    pass(15 * 60_000 - 1);
    await locked(email);
  });

  it('starts again after 15 minutes without a try; a try during the lock counts', async () => {
    const email = await member();
    await lock(email, 8);
    pass(15 * 60_000);
    await fail(email, 5);
    await locked(email);
    pass(15 * 60_000 - 1);
    await wrong(email); // the sixth in a row: the last try was a millisecond too late
    pass(1_999);
    await locked(email);
  });

  it('counts wrong passwords of the same moment', async () => {
    const email = await member();
    await Promise.all(Array.from({ length: 5 }, () => wrong(email)));
    await locked(email);
  });
});

describe('Cognito log-in', () => {
  it('refreshes tokens until the session is revoked, or all sessions of the user are ended', async () => {
    const email = await member();
    const sub = (await cognito().send(new AdminGetUserCommand(inPool(email)))).Username ?? '';
    const { secret: ClientSecret, hashOf } = pool;
    const renewalOf = async () => {
      const { RefreshToken = '' } = (await logIn(email)) ?? {};
      const parameters = { REFRESH_TOKEN: RefreshToken, SECRET_HASH: hashOf(sub) };
      return { RefreshToken, renew: () => auth('REFRESH_TOKEN_AUTH', parameters) };
    };
    const [one, other] = [await renewalOf(), await renewalOf()];
    expect((await one.renew()).AuthenticationResult?.AccessToken).toBeDefined();
    const ClientId = fixture().names.client;
    await cognito().send(new RevokeTokenCommand({ Token: one.RefreshToken, ClientId, ClientSecret }));
    await expect(one.renew()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    expect((await other.renew()).AuthenticationResult?.AccessToken).toBeDefined();
    await cognito().send(new AdminUserGlobalSignOutCommand(inPool(email)));
    await expect(other.renew()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  const setPassword = (email: string, Password: string, Permanent = true) =>
    cognito().send(new AdminSetUserPasswordCommand({ ...inPool(email), Password, Permanent }));

  it('confirms an unconfirmed user whose password an administrator sets, without verifying the address', async () => {
    const email = address();
    await signUp(email);
    await setPassword(email, 'Another-Horse-10!');
    expect(await logIn(email, 'Another-Horse-10!')).toHaveProperty('IdToken');
    await expect(confirm(email)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(cognito().send(new ForgotPasswordCommand(by(email)))).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  });
});

describe('Cognito password reset', () => {
  const forget = (email: string) => cognito().send(new ForgotPasswordCommand(by(email)));
  const reset = (email: string, Password: string, ConfirmationCode = codeFor(email)) =>
    cognito().send(new ConfirmForgotPasswordCommand({ ...by(email), Password, ConfirmationCode }));

  it('keeps the code valid when the new password is against the policy', async () => {
    const email = await member();
    await forget(email);
    await expect(reset(email, 'short')).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    await reset(email, 'Another-Horse-7!');
  });

  it('does not reset the password of an unconfirmed address', async () => {
    const email = address();
    await signUp(email);
    await expect(forget(email)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html
describe('Cognito users of an administrator', () => {
  const create = (email: string) =>
    cognito().send(new AdminCreateUserCommand({ ...inPool(email), MessageAction: 'SUPPRESS' }));
  const list = (more: { Limit?: number; PaginationToken?: string | undefined } = {}) =>
    cognito().send(new ListUsersCommand({ UserPoolId: fixture().names.pool, ...more }));

  it('are listed page by page, each once, and without secrets', async () => {
    for (const email of [address(), address(), address()]) await create(email);
    const whole = (await list()).Users ?? [];
    const pages: unknown[] = [];
    let PaginationToken: string | undefined;
    do {
      const page = await list({ Limit: 2, PaginationToken });
      expect(page.Users?.length).toBeLessThanOrEqual(2);
      pages.push(...(page.Users ?? []));
      PaginationToken = page.PaginationToken;
    } while (PaginationToken !== undefined);
    expect(pages).toEqual(whole);
    expect(Object.keys(whole[0] ?? {}).sort()).toEqual(
      ['Attributes', 'Enabled', 'UserCreateDate', 'UserLastModifiedDate', 'UserStatus', 'Username'].sort(),
    );
    await expect(list({ Limit: 61 })).rejects.toThrow('less than or equal to 60');
  });

  it('are created once, and cannot reset a password before they have one', async () => {
    const email = address();
    const { User } = await create(email);
    expect(User?.UserStatus).toBe('FORCE_CHANGE_PASSWORD');
    await expect(create(email)).rejects.toThrow('User account already exists');
    const forgot = cognito().send(new ForgotPasswordCommand(by(email)));
    await expect(forgot).rejects.toThrow('cannot be reset in the current state');
  });
});

describe('Cognito change of an address', () => {
  const update = (username: string, email: string, email_verified = 'true') =>
    cognito().send(
      new AdminUpdateUserAttributesCommand({
        ...inPool(username),
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: email_verified },
        ],
      }),
    );
  it('rejects an address that another user has, also an unconfirmed one, and an invalid one', async () => {
    const [one, other, unconfirmed] = [await member(), await member(), address()];
    await signUp(unconfirmed);
    for (const taken of [other, unconfirmed])
      await expect(update(one, taken)).rejects.toMatchObject({ name: 'AliasExistsException' });
    await expect(update(one, 'nobody')).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await update(one, one);
    expect((await logIn(one))?.IdToken).toBeDefined();
  });
});
