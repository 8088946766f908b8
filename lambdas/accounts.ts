import { createHmac } from 'node:crypto';
import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  DescribeUserPoolClientCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { environment } from './environment.ts';
import { described, log } from './http/log.ts';

const cognito = new CognitoIdentityProviderClient({});
const UserPoolId = environment('USER_POOL_ID');
const ClientId = environment('USER_POOL_CLIENT_ID');

/** Failures of the user pool that a caller has to expect; every other one rises. */
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
    'CodeDeliveryFailureException',
  ],
  badPassword: ['InvalidPasswordException', 'InvalidParameterException'],
} as const;

const isOneOf = (error: unknown, names: readonly string[]) =>
  error instanceof Error && names.includes(error.name);

let clientSecret: Promise<string> | undefined;

async function readClientSecret(): Promise<string> {
  const { UserPoolClient } = await cognito.send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId }));
  if (!UserPoolClient?.ClientSecret) throw new Error('The user pool client has no secret.');
  return UserPoolClient.ClientSecret;
}

/** Proof to the user pool that the call comes from us (decision H-07). */
async function secretHash(username: string): Promise<string> {
  clientSecret ??= readClientSecret().catch((error: unknown) => {
    clientSecret = undefined;
    throw error;
  });
  return createHmac('sha256', await clientSecret)
    .update(username + ClientId)
    .digest('base64');
}

export type AccountState = 'none' | 'unconfirmed' | 'confirmed';

/** Whether an address has an account, and who it is. */
export async function accountOf(username: string): Promise<{ state: AccountState; sub: string }> {
  try {
    const user = await cognito.send(new AdminGetUserCommand({ UserPoolId, Username: username }));
    const sub = user.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value ?? '';
    return { state: user.UserStatus === 'UNCONFIRMED' ? 'unconfirmed' : 'confirmed', sub };
  } catch (error) {
    if (isOneOf(error, ['UserNotFoundException'])) return { state: 'none', sub: '' };
    throw error;
  }
}

/** Creates an unconfirmed account; the pool mails the code. Says what the pool's own rules do not take. */
export async function signUp(
  username: string,
  password: string,
  host: string,
): Promise<'password' | 'address' | undefined> {
  try {
    await cognito.send(
      new SignUpCommand({
        ClientId,
        Username: username,
        Password: password,
        SecretHash: await secretHash(username),
        UserAttributes: [{ Name: 'email', Value: username }],
        ClientMetadata: { host },
      }),
    );
    return undefined;
  } catch (error) {
    if (isOneOf(error, ['InvalidPasswordException'])) return 'password';
    if (isOneOf(error, ['InvalidParameterException'])) return 'address';
    // Somebody was faster with the same address: the answer is the same, and that code is on its way.
    if (isOneOf(error, ['UsernameExistsException'])) return undefined;
    if (!isOneOf(error, ['CodeDeliveryFailureException'])) throw error;
    // The account is made and another code can be asked for; an address that has an account is answered so too.
    log({ level: 'error', event: 'sign-up-mail', error: described(error) });
    return undefined;
  }
}

/** One that somebody else deletes at the same moment is gone as well. */
export async function deleteAccount(username: string): Promise<void> {
  const command = new AdminDeleteUserCommand({ UserPoolId, Username: username });
  await succeeds(cognito.send(command), ['UserNotFoundException']);
}

export async function confirmSignUp(username: string, code: string): Promise<boolean> {
  const command = new ConfirmSignUpCommand({
    ClientId,
    Username: username,
    ConfirmationCode: code,
    SecretHash: await secretHash(username),
  });
  return succeeds(cognito.send(command), expected.wrongCode);
}

/** Sends a new code where one can help; says nothing about where. */
export async function resendCode(username: string, host: string): Promise<void> {
  const command = new ResendConfirmationCodeCommand({
    ClientId,
    Username: username,
    SecretHash: await secretHash(username),
    ClientMetadata: { host },
  });
  await succeeds(cognito.send(command), expected.nothingToSend);
}

/** Mails a link to reset the password where an account exists; says nothing about where. */
export async function sendResetLink(username: string, host: string): Promise<void> {
  const command = new ForgotPasswordCommand({
    ClientId,
    Username: username,
    SecretHash: await secretHash(username),
    ClientMetadata: { host, username },
  });
  await succeeds(cognito.send(command), expected.nothingToSend);
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

async function succeeds(call: Promise<unknown>, expectedErrors: readonly string[]): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isOneOf(error, expectedErrors)) return false;
    throw error;
  }
}

/** The applicant behind an address and a password. The pool's tokens go no further (docs/decisions/002). */
export async function logIn(
  username: string,
  password: string,
): Promise<{ readonly sub: string } | 'wrong' | 'unconfirmed'> {
  try {
    const { AuthenticationResult } = await cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId,
        ClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: username, PASSWORD: password, SECRET_HASH: await secretHash(username) },
      }),
    );
    return { sub: subjectOf(AuthenticationResult?.IdToken) };
  } catch (error) {
    if (isOneOf(error, expected.wrong)) return 'wrong';
    if (isOneOf(error, expected.unconfirmed)) return 'unconfirmed';
    throw error;
  }
}

/** The token came straight from the pool over TLS, so that its signature proves nothing more. */
function subjectOf(idToken: string | undefined): string {
  const payload = idToken?.split('.')[1];
  if (payload === undefined)
    throw new Error('The user pool asked for a further challenge, which the product has not.');
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  if (typeof sub !== 'string' || sub === '') throw new Error('The user pool sent a token without a subject.');
  return sub;
}
