import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Authenticator } from '../../../test/support/authenticator.ts';
import { codeOf, stepAt } from '../cognito/totp.ts';
import { resourcesOf, userPoolOf, withFixture } from './fixture.ts';

const fixture = withFixture();
/** A new client: one that is used at another time remembers the difference of the clocks. */
const cognito = () => new CognitoIdentityProviderClient(fixture().settings);
const password = 'Correct-Horse-9!';
let pool: Awaited<ReturnType<typeof userPoolOf>>;

beforeAll(async () => {
  pool = await userPoolOf(fixture());
});

const inPool = (Username: string) => ({ UserPoolId: fixture().names.pool, Username });
const ofClient = () => ({ UserPoolId: fixture().names.pool, ClientId: fixture().names.client });

async function member(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  await cognito().send(new AdminCreateUserCommand({ ...inPool(email), MessageAction: 'SUPPRESS' }));
  await cognito().send(
    new AdminSetUserPasswordCommand({ ...inPool(email), Password: password, Permanent: true }),
  );
  return email;
}

const logIn = (email: string, PASSWORD = password) =>
  cognito().send(
    new AdminInitiateAuthCommand({
      ...ofClient(),
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD, SECRET_HASH: pool.hashOf(email) },
    }),
  );
const accessTokenOf = async (email: string) =>
  (await logIn(email)).AuthenticationResult?.AccessToken ?? expect.unreachable();
const associate = async (AccessToken: string) =>
  (await cognito().send(new AssociateSoftwareTokenCommand({ AccessToken }))).SecretCode ?? '';
const verify = (AccessToken: string, UserCode: string, FriendlyDeviceName?: string) =>
  cognito().send(new VerifySoftwareTokenCommand({ AccessToken, UserCode, FriendlyDeviceName }));
const prefer = (email: string, Enabled: boolean) =>
  cognito().send(
    new AdminSetUserMFAPreferenceCommand({
      ...inPool(email),
      SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled },
    }),
  );
const respond = (name: string, Session: string | undefined, SOFTWARE_TOKEN_MFA_CODE: string) =>
  cognito().send(
    new AdminRespondToAuthChallengeCommand({
      ...ofClient(),
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: name, SOFTWARE_TOKEN_MFA_CODE, SECRET_HASH: pool.hashOf(name) },
    }),
  );

/** A user whose log-in requires a code, and the user's authenticator app. */
async function withApp() {
  const email = await member();
  const AccessToken = await accessTokenOf(email);
  const app = new Authenticator(await associate(AccessToken));
  await verify(AccessToken, await app.code(), 'phone');
  await prefer(email, true);
  const { Username: sub = '' } = await cognito().send(new AdminGetUserCommand(inPool(email)));
  return { email, sub, app };
}

/** Runs a test at another time of day. Only the date is changed. */
async function at<T>(milliseconds: number, run: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  try {
    return await run();
  } finally {
    vi.useRealTimers();
  }
}

describe('codes of RFC 6238', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ])('are those of its examples: at %i seconds %s', (seconds, code) => {
    expect(codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', stepAt(seconds * 1000))).toBe(code);
  });
});

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AssociateSoftwareToken.html
// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_VerifySoftwareToken.html
describe('Cognito AssociateSoftwareToken and VerifySoftwareToken', () => {
  it('set up an app with a secret in base 32, and change no log-in before the user prefers it', async () => {
    const email = await member();
    const AccessToken = await accessTokenOf(email);
    const secretCode = await associate(AccessToken);
    expect(secretCode).toMatch(/^[A-Z2-7]{52}$/);
    expect((await verify(AccessToken, await new Authenticator(secretCode).code())).Status).toBe('SUCCESS');
    expect((await logIn(email)).AuthenticationResult).toBeDefined();
  });

  it('refuse a wrong code, what is no code, and a code of an earlier secret', async () => {
    const AccessToken = await accessTokenOf(await member());
    const early = new Authenticator(await associate(AccessToken));
    const app = new Authenticator(await associate(AccessToken));
    const mismatch = {
      name: 'EnableSoftwareTokenMFAException',
      message: 'Code mismatch and fail enable Software Token MFA',
    };
    await expect(verify(AccessToken, app.wrongCode())).rejects.toMatchObject(mismatch);
    await expect(verify(AccessToken, await early.code())).rejects.toMatchObject(mismatch);
    await expect(verify(AccessToken, 'abcdef')).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await verify(AccessToken, await app.code());
  });

  it('take codes of 30 seconds before and after, and no older ones', async () => {
    const AccessToken = await accessTokenOf(await member());
    const key = await associate(AccessToken);
    const now = stepAt(Date.now());
    await at(0, async () => {
      await expect(verify(AccessToken, codeOf(key, now - 3))).rejects.toThrow('Code mismatch');
      await expect(verify(AccessToken, codeOf(key, now + 3))).rejects.toThrow('Code mismatch');
      await verify(AccessToken, codeOf(key, stepAt(Date.now()) - 1));
    });
  });

  it('refuse a token that is not ours, is too old, or whose session was ended', async () => {
    const email = await member();
    const AccessToken = await accessTokenOf(email);
    const refusal = (message: string) => ({ name: 'NotAuthorizedException', message });
    await expect(associate(`${AccessToken.slice(0, -4)}AAAA`)).rejects.toMatchObject(
      refusal('Invalid Access Token'),
    );
    await at(3_601_000, () =>
      expect(associate(AccessToken)).rejects.toMatchObject(refusal('Access Token has expired')),
    );
    await cognito().send(new AdminUserGlobalSignOutCommand(inPool(email)));
    await expect(associate(AccessToken)).rejects.toMatchObject(refusal('Access Token has been revoked'));
  });

  it('keep the app that is set up until another one is verified', async () => {
    const { email, sub, app } = await withApp();
    const { Session } = await logIn(email);
    const { AuthenticationResult } = await respond(sub, Session, await app.code());
    const AccessToken = AuthenticationResult?.AccessToken ?? '';
    const other = new Authenticator(await associate(AccessToken));
    expect((await logIn(email)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    await verify(AccessToken, await other.code());
    const { Session: next } = await logIn(email);
    await expect(respond(sub, next, await app.code())).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    await respond(sub, next, await other.code());
  });
});

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminSetUserMFAPreference.html
describe('Cognito AdminSetUserMFAPreference', () => {
  it('turns the challenge on and off, as AdminGetUser says and ListUsers does not', async () => {
    const { email } = await withApp();
    const factorsOf = async () => {
      const user = await cognito().send(new AdminGetUserCommand(inPool(email)));
      return [user.UserMFASettingList, user.PreferredMfaSetting];
    };
    expect(await factorsOf()).toEqual([['SOFTWARE_TOKEN_MFA'], 'SOFTWARE_TOKEN_MFA']);
    const { Users = [] } = await cognito().send(new ListUsersCommand({ UserPoolId: fixture().names.pool }));
    expect(Users.flatMap((user) => Object.keys(user))).not.toContain('UserMFASettingList');
    await prefer(email, false);
    expect(await factorsOf()).toEqual([undefined, undefined]);
    expect((await logIn(email)).AuthenticationResult).toBeDefined();
  });

  it('refuses a user without a verified app', async () => {
    await expect(prefer(await member(), true)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'User does not have delivery config set to turn on SOFTWARE_TOKEN_MFA',
    });
  });
});

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminRespondToAuthChallenge.html
describe('Cognito AdminRespondToAuthChallenge', () => {
  it('opens a session with the right code, after a wrong one too', async () => {
    const { email, sub, app } = await withApp();
    const challenge = await logIn(email);
    expect(challenge).toMatchObject({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: { USER_ID_FOR_SRP: sub, FRIENDLY_DEVICE_NAME: 'phone' },
    });
    expect(challenge.AuthenticationResult).toBeUndefined();
    expect(challenge.Session?.length).toBeGreaterThan(20);
    expect(challenge.Session?.length).toBeLessThanOrEqual(2048);
    await expect(respond(sub, challenge.Session, app.wrongCode())).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid code received for user',
    });
    const { AuthenticationResult } = await respond(sub, challenge.Session, await app.code());
    expect(AuthenticationResult?.IdToken).toBeDefined();
  });

  it('does not ask for a code after a wrong password', async () => {
    const { email } = await withApp();
    await expect(logIn(email, 'Wrong-Horse-99!')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  it('takes each code once, and each session once', async () => {
    const { email, sub, app } = await withApp();
    const [first, second] = [await logIn(email), await logIn(email)];
    const code = await app.code();
    await respond(sub, first.Session, code);
    await expect(respond(sub, second.Session, code)).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Your software token has already been used once.',
    });
    await expect(respond(sub, first.Session, await app.code())).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user, session can only be used once.',
    });
  });

  it('locks the user after five wrong codes or passwords together, and a right password alone does not end that', async () => {
    const { email, sub, app } = await withApp();
    const { Session } = await logIn(email);
    const locked = { name: 'NotAuthorizedException', message: 'Password attempts exceeded' };
    for (let count = 0; count < 3; count++)
      await expect(respond(sub, Session, app.wrongCode())).rejects.toThrow('Invalid code');
    await expect(logIn(email, 'Wrong-Horse-99!')).rejects.toThrow('Incorrect');
    expect((await logIn(email)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    await expect(respond(sub, Session, app.wrongCode())).rejects.toThrow('Invalid code');
    await expect(respond(sub, Session, await app.code())).rejects.toMatchObject(locked);
    await expect(logIn(email)).rejects.toMatchObject(locked);
  });

  it('ends the session of a challenge after three minutes, or what AuthSessionValidity says', async () => {
    const { email, sub, app } = await withApp();
    const { Session } = await logIn(email);
    await at(181_000, () =>
      expect(respond(sub, Session, app.wrongCode())).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Invalid session for the user, session is expired.',
      }),
    );
  });

  it("wants the user's own name, not the address, the client's secret, and all parameters", async () => {
    const { email, sub, app } = await withApp();
    const { Session } = await logIn(email);
    const other = await member();
    await expect(respond(email, Session, app.wrongCode())).rejects.toThrow('Invalid session for the user.');
    await expect(respond(other, Session, app.wrongCode())).rejects.toThrow('Invalid session for the user.');
    await expect(respond(sub, undefined, '123456')).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Missing required parameter Session',
    });
    const withoutHash = new AdminRespondToAuthChallengeCommand({
      ...ofClient(),
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: sub, SOFTWARE_TOKEN_MFA_CODE: '123456' },
    });
    await expect(cognito().send(withoutHash)).rejects.toThrow('SECRET_HASH was not received');
  });
});

// https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa-totp.html
describe('Cognito in a pool that offers no authenticator apps', () => {
  const without = withFixture({
    change: (resources) => {
      for (const { Properties } of resourcesOf(resources, 'AWS::Cognito::UserPool'))
        Object.assign(Properties, { MfaConfiguration: 'OFF', EnabledMfas: undefined });
    },
  });

  it('sets up none', async () => {
    const { cognito: client, hashOf } = await userPoolOf(without());
    const { pool: UserPoolId, client: ClientId } = without().names;
    const Username = 'ada@example.com';
    await client.send(new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: 'SUPPRESS' }));
    await client.send(
      new AdminSetUserPasswordCommand({ UserPoolId, Username, Password: password, Permanent: true }),
    );
    const { AuthenticationResult } = await client.send(
      new AdminInitiateAuthCommand({
        UserPoolId,
        ClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: Username, PASSWORD: password, SECRET_HASH: hashOf(Username) },
      }),
    );
    const AccessToken = AuthenticationResult?.AccessToken;
    await expect(client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toMatchObject({
      name: 'SoftwareTokenMFANotFoundException',
      message: 'Software Token MFA has not been enabled by the userPool',
    });
  });
});
