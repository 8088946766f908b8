import {
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { ClientId, cognito, isNamed, secretHash, succeeds } from './cognito.ts';

// Calls that prove with a mailed code that the caller owns the address. The function loads this module on the
// first such call.

/**
 * The pool could not mail a code. SES rejected it, or Lambda could not run the function that writes the mail,
 * as when the account's concurrency is used up.
 */
const notMailed = ['CodeDeliveryFailureException', 'UnexpectedLambdaException'] as const;

/** Errors of the user pool that become responses to a caller. All others are rethrown. */
const expected = {
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
  /**
   * The mail is not sent, but the response says that it was: a caller must not learn which addresses have
   * accounts.
   */
  notSent: ['LimitExceededException', ...notMailed],
} as const;

interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly host: string;
}

/**
 * The result of a sign-up. The pool does not always return the id of the new account, so `sub` may be
 * missing.
 */
type SignUpResult =
  | { readonly made: true; readonly sub: ApplicantId | undefined }
  | { readonly made: false; readonly reason: 'password' | 'address' | 'exists' };

/** Reason for which the pool did not create an account, by error name. */
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
    ClientMetadata: { host, username },
  });
  try {
    const { UserSub } = await cognito.send(command);
    return { made: true, sub: UserSub === undefined ? undefined : applicantId.parse(UserSub) };
  } catch (error) {
    const reason = error instanceof Error ? signUpRejections.get(error.name) : undefined;
    if (reason !== undefined) return { made: false, reason };
    if (!isNamed(error, notMailed)) throw error;
    // The account exists, and the applicant can ask for another code. The response is the same for an
    // existing account.
    logCodeNotSent(error);
    return { made: true, sub: undefined };
  }
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

/** Sends a new code if the account needs one. The result does not reveal whether it does. */
export async function resendCode(username: string, host: string): Promise<void> {
  const command = new ResendConfirmationCodeCommand({
    ClientId,
    Username: username,
    SecretHash: await secretHash(username),
    ClientMetadata: { host, username },
  });
  await sendsCode(cognito.send(command));
}

const logCodeNotSent = (error: unknown) =>
  log({ level: 'error', event: 'code-mail.failed', error: describeError(error) });

/** Waits for a mail with a code. The result is the same if there is nothing to send or sending fails. */
async function sendsCode(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isNamed(error, expected.nothingToSend)) throw error;
    if (isNamed(error, expected.notSent)) logCodeNotSent(error);
  }
}
