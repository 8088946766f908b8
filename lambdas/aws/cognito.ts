import { createHmac, randomBytes } from 'node:crypto';
import {
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  DescribeUserPoolClientCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod/mini';
import { environment } from '../runtime/environment.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';

export const cognito = new CognitoIdentityProviderClient({});
export const UserPoolId = environment('USER_POOL_ID');
export const ClientId = environment('USER_POOL_CLIENT_ID');

/**
 * The pool could not mail a code: its mail service refused it, or Lambda could not run the function that words it, as when the account's
 * concurrency is used up.
 */
const notMailed = ['CodeDeliveryFailureException', 'UnexpectedLambdaException'] as const;

/** Errors of the user pool that are answers to a caller. All others are thrown on. */
const expected = {
  wrong: ['NotAuthorizedException', 'UserNotFoundException', 'PasswordResetRequiredException'],
  unconfirmed: ['UserNotConfirmedException'],
  wrongCode: [
    'CodeMismatchException',
    'ExpiredCodeException',
    'NotAuthorizedException',
    'UserNotFoundException',
    'AliasExistsException',
    'LimitExceededException',
    'TooManyFailedAttemptsException',
  ],
  nothingToSend: [
    'UserNotFoundException',
    'InvalidParameterException',
    'LimitExceededException',
    'NotAuthorizedException',
    ...notMailed,
  ],
  /** The mail is not sent, although the caller is told that it is: nobody may learn who has an account. */
  notSent: ['LimitExceededException', ...notMailed],
  notMoved: ['AliasExistsException', 'UserNotFoundException'],
  badPassword: ['InvalidPasswordException', 'InvalidParameterException'],
} as const;

export const isNamed = (error: unknown, names: readonly string[]) =>
  error instanceof Error && names.includes(error.name);

let clientSecret: Promise<string> | undefined;

async function readClientSecret(): Promise<string> {
  const { UserPoolClient } = await cognito.send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId }));
  if (!UserPoolClient?.ClientSecret) throw new Error('The user pool client has no secret.');
  return UserPoolClient.ClientSecret;
}

/** Cognito accepts calls of this client only with a hash made from the client's secret. */
export async function secretHash(username: string): Promise<string> {
  clientSecret ??= readClientSecret().catch((error: unknown) => {
    clientSecret = undefined;
    throw error;
  });
  return createHmac('sha256', await clientSecret)
    .update(username + ClientId)
    .digest('base64');
}

export type Account =
  | { readonly state: 'none' }
  | {
      readonly state: 'unconfirmed' | 'confirmed';
      readonly sub: ApplicantId;
      /** Whether a log-in asks for the code of an authenticator app. */
      readonly hasSecondFactor: boolean;
    };

/** Whether an address has an account, and whose it is. */
export async function accountOf(username: string): Promise<Account> {
  try {
    const user = await cognito.send(new AdminGetUserCommand({ UserPoolId, Username: username }));
    const attribute = (name: string) => user.UserAttributes?.find(({ Name }) => Name === name)?.Value;
    const sub = attribute('custom:applicant') ?? attribute('sub');
    return {
      state: user.UserStatus === 'UNCONFIRMED' ? 'unconfirmed' : 'confirmed',
      sub: applicantId.parse(sub),
      hasSecondFactor: user.UserMFASettingList?.includes(softwareToken) ?? false,
    };
  } catch (error) {
    if (isNamed(error, ['UserNotFoundException'])) return { state: 'none' };
    throw error;
  }
}

interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly host: string;
}

/** The result of a sign-up. The pool does not always say whose account it made, so `sub` may be missing. */
type SignUpResult =
  | { readonly made: true; readonly sub: ApplicantId | undefined }
  | { readonly made: false; readonly reason: 'password' | 'address' | 'exists' };

/** Why the pool did not make an account, by the name of its error. */
const signUpRejections = new Map<string, 'password' | 'address' | 'exists'>([
  ['InvalidPasswordException', 'password'],
  ['InvalidParameterException', 'address'],
  ['UsernameExistsException', 'exists'],
]);

/** Creates an unconfirmed account. The pool mails the code. */
export async function signUp({ username, password, host }: NewAccount): Promise<SignUpResult> {
  const command = new SignUpCommand({
    ClientId,
    Username: username,
    Password: password,
    SecretHash: await secretHash(username),
    UserAttributes: [{ Name: 'email', Value: username }],
    ClientMetadata: { host },
  });
  try {
    const { UserSub } = await cognito.send(command);
    return { made: true, sub: UserSub === undefined ? undefined : applicantId.parse(UserSub) };
  } catch (error) {
    const reason = error instanceof Error ? signUpRejections.get(error.name) : undefined;
    if (reason !== undefined) return { made: false, reason };
    if (!isNamed(error, notMailed)) throw error;
    // The account exists, and the applicant can ask for another code. The response is the same for an existing account.
    logCodeNotSent(error);
    return { made: true, sub: undefined };
  }
}

/**
 * Gives an account another address to log in with, which its owner has confirmed. False when the account is not found under
 * the address before, or another account has the new one.
 */
export function changeAddress(before: string, after: string): Promise<boolean> {
  const UserAttributes = [
    { Name: 'email', Value: after },
    // Without it Cognito would mail a code of its own.
    { Name: 'email_verified', Value: 'true' },
  ];
  const command = new AdminUpdateUserAttributesCommand({ UserPoolId, Username: before, UserAttributes });
  return succeeds(cognito.send(command), expected.notMoved);
}

/** Sets the password of a confirmed account. Never of an unconfirmed one: this would confirm it. */
const sendPassword = (Username: string, Password: string) =>
  cognito.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));

/** Gives a confirmed account a password that nobody knows. */
export async function setRandomPassword(username: string): Promise<void> {
  await sendPassword(username, `${randomBytes(32).toString('base64url')}aA1!`);
}

/** Gives a confirmed account a new password; false when the pool's own rules reject it. */
export const setPassword = (username: string, password: string): Promise<boolean> =>
  succeeds(sendPassword(username, password), expected.badPassword);

export async function confirmSignUp(username: string, code: string): Promise<boolean> {
  const command = new ConfirmSignUpCommand({
    ClientId,
    Username: username,
    ConfirmationCode: code,
    SecretHash: await secretHash(username),
  });
  return succeeds(cognito.send(command), expected.wrongCode);
}

/** Sends a new code where that can help, and does not reveal where. */
export async function resendCode(username: string, host: string): Promise<void> {
  const command = new ResendConfirmationCodeCommand({
    ClientId,
    Username: username,
    SecretHash: await secretHash(username),
    ClientMetadata: { host },
  });
  await sendsCode(cognito.send(command));
}

/** Why a link for a new password is mailed; the mail explains it. */
type Reason = 'forgotten' | 'several-sign-ups';

interface ResetLink {
  readonly username: string;
  readonly host: string;
  /** Goes into the link beside the pool's code. */
  readonly ticket: string;
  readonly reason?: Reason;
}

/** Mails a link for a new password where an account exists, and does not reveal where. */
export async function sendResetLink({
  username,
  host,
  ticket,
  reason = 'forgotten',
}: ResetLink): Promise<void> {
  const command = new ForgotPasswordCommand({
    ClientId,
    Username: username,
    SecretHash: await secretHash(username),
    ClientMetadata: { host, username, ticket, reason },
  });
  await sendsCode(cognito.send(command));
}

export async function resetPassword(username: string, password: string, code: string): Promise<boolean> {
  const command = new ConfirmForgotPasswordCommand({
    ClientId,
    Username: username,
    Password: password,
    ConfirmationCode: code,
    SecretHash: await secretHash(username),
  });
  return succeeds(cognito.send(command), [...expected.wrongCode, ...expected.badPassword]);
}

const logCodeNotSent = (error: unknown) =>
  log({ level: 'error', event: 'code-mail', error: describeError(error) });

/** Waits for a mail with a code. The caller is told the same where there is nothing to send or sending fails. */
async function sendsCode(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isNamed(error, expected.nothingToSend)) throw error;
    if (isNamed(error, expected.notSent)) logCodeNotSent(error);
  }
}

async function succeeds(call: Promise<unknown>, expectedErrors: readonly string[]): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isNamed(error, expectedErrors)) return false;
    throw error;
  }
}

/** What the pool calls an authenticator app, and what it wants back with the app's code. */
export const softwareToken = 'SOFTWARE_TOKEN_MFA';
export interface Challenge {
  readonly session: string;
  /** The pool's own name of the user; it refuses the address here. */
  readonly user: string;
}

interface LoggedIn {
  readonly sub: ApplicantId;
  readonly accessToken: string | undefined;
}

type LogIn = LoggedIn | { readonly challenge: Challenge } | 'wrong' | 'unconfirmed';

/**
 * The applicant who has this address and password, or the challenge that the pool asks as well. The pool's tokens are not
 * kept (docs/decisions/002-sessions-without-provider-tokens.md).
 */
export async function logIn(username: string, password: string): Promise<LogIn> {
  try {
    const { AuthenticationResult, ChallengeName, ChallengeParameters, Session } = await cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId,
        ClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: username, PASSWORD: password, SECRET_HASH: await secretHash(username) },
      }),
    );
    if (ChallengeName === softwareToken)
      return { challenge: { session: Session ?? '', user: ChallengeParameters?.USER_ID_FOR_SRP ?? '' } };
    return { sub: subjectOf(AuthenticationResult?.IdToken), accessToken: AuthenticationResult?.AccessToken };
  } catch (error) {
    if (isNamed(error, expected.wrong)) return 'wrong';
    if (isNamed(error, expected.unconfirmed)) return 'unconfirmed';
    throw error;
  }
}

/** A user who was created again from the list of users has another sub than the application. */
const idTokenClaims = z.object({ sub: applicantId, 'custom:applicant': z.optional(applicantId) });

/** The token came straight from the pool over TLS, so checking its signature would prove nothing more. */
function subjectOf(idToken: string | undefined): ApplicantId {
  const payload = idToken?.split('.')[1];
  if (payload === undefined)
    throw new Error('The user pool asked for a challenge that the product does not know.');
  const claims = idTokenClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return claims['custom:applicant'] ?? claims.sub;
}
