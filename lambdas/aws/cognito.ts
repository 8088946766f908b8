import { createHmac } from 'node:crypto';
import {
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod/mini';
import { environment } from '../runtime/environment.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { clientSecret } from './secrets.ts';

export const cognito = new CognitoIdentityProviderClient({});
export const UserPoolId = environment('USER_POOL_ID');
export const ClientId = environment('USER_POOL_CLIENT_ID');

/** Errors of a log-in that become responses to a caller. All others are rethrown. */
const wrongLogIn = ['NotAuthorizedException', 'UserNotFoundException', 'PasswordResetRequiredException'];

/** Timeout for a password check. Shorter than the function's timeout. */
const checkTimeoutMs = 4_000;

/**
 * Options that abort a check early enough to return the attempt. A timed-out check is not retried, because
 * Cognito may have counted it.
 */
export const inTime = () => ({ abortSignal: AbortSignal.timeout(checkTimeoutMs) });

/**
 * Part of Cognito's error message during its own lock, which follows five wrong passwords or codes from any
 * caller. Cognito checks no password or code then:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html#authentication-flow-lockout-behavior
 */
const lockMessage = 'Password attempts exceeded';

export const isLock = (error: unknown): boolean =>
  isNamed(error, ['NotAuthorizedException']) && error.message.includes(lockMessage);

/** Errors with which the pool rejects a password by its own rules. */
export const badPassword = ['InvalidPasswordException', 'InvalidParameterException'] as const;

export const isNamed = (error: unknown, names: readonly string[]): error is Error =>
  error instanceof Error && names.includes(error.name);

/** Returns true if a call succeeds, false for the expected errors. All others are rethrown. */
export async function succeeds(call: Promise<unknown>, expectedErrors: readonly string[]): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isNamed(error, expectedErrors)) return false;
    throw error;
  }
}

/** Hash that Cognito requires in calls of this client, made with the client's secret. */
export const secretHash = async (username: string): Promise<string> =>
  createHmac('sha256', await clientSecret())
    .update(username + ClientId)
    .digest('base64');

export type Account =
  | { readonly state: 'none' }
  | {
      readonly state: 'unconfirmed' | 'confirmed';
      readonly sub: ApplicantId;
    };

/** Looks up the account of an address: its state and the applicant's id. */
export async function accountOf(username: string): Promise<Account> {
  try {
    const user = await cognito.send(new AdminGetUserCommand({ UserPoolId, Username: username }));
    const attribute = (name: string) => user.UserAttributes?.find(({ Name }) => Name === name)?.Value;
    const sub = attribute('custom:applicant') ?? attribute('sub');
    return {
      // It was created, and the call that creates it ended before it set a password.
      state: user.UserStatus === 'FORCE_CHANGE_PASSWORD' ? 'unconfirmed' : 'confirmed',
      sub: applicantId.parse(sub),
    };
  } catch (error) {
    if (isNamed(error, ['UserNotFoundException'])) return { state: 'none' };
    throw error;
  }
}

/**
 * Checks a password, and returns the applicant's id; undefined for a wrong one. The pool's tokens are not
 * stored, because nothing uses them. Throws during the pool's own lock (`isLock`).
 */
export async function logIn(username: string, password: string): Promise<ApplicantId | undefined> {
  try {
    const { AuthenticationResult } = await cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId,
        ClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: username, PASSWORD: password, SECRET_HASH: await secretHash(username) },
      }),
      inTime(),
    );
    return subjectOf(AuthenticationResult?.IdToken);
  } catch (error) {
    if (isLock(error)) throw error;
    if (isNamed(error, wrongLogIn)) return undefined;
    throw error;
  }
}

/**
 * A user who was re-created from the list of users has a new `sub`; `custom:applicant` has the id of the
 * application.
 */
const idTokenClaims = z.object({ sub: applicantId, 'custom:applicant': z.optional(applicantId) });

/**
 * Reads the applicant's id from a token. It came directly from the pool over TLS, so its signature is not
 * checked.
 */
function subjectOf(idToken: string | undefined): ApplicantId {
  const payload = idToken?.split('.')[1];
  if (payload === undefined)
    throw new Error('The user pool asked for a challenge that the product does not know.');
  const claims = idTokenClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return claims['custom:applicant'] ?? claims.sub;
}
