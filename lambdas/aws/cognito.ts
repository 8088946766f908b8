import { createHmac, randomBytes } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod/mini';
import { environment } from '../runtime/environment.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { clientSecret } from './secrets.ts';

const cognito = new CognitoIdentityProviderClient({});
const UserPoolId = environment('USER_POOL_ID');

/** Errors of a log-in that become responses to a caller. All others are rethrown. */
const wrongLogIn = ['NotAuthorizedException', 'UserNotFoundException', 'PasswordResetRequiredException'];

/** Timeout for a password check. Shorter than the function's timeout. */
const checkTimeoutMs = 4_000;

/**
 * Options that abort a check early enough to return the attempt. A timed-out check is not retried, because
 * Cognito may have counted it.
 */
const inTime = () => ({ abortSignal: AbortSignal.timeout(checkTimeoutMs) });

/**
 * Part of Cognito's error message during its own lock, which follows five wrong passwords or codes from any
 * caller. Cognito checks no password or code then:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html#authentication-flow-lockout-behavior
 */
const lockMessage = 'Password attempts exceeded';

export const isLock = (error: unknown): boolean =>
  isNamed(error, ['NotAuthorizedException']) && error.message.includes(lockMessage);

/** Errors with which the pool rejects a password by its own rules. */
const badPassword = ['InvalidPasswordException', 'InvalidParameterException'] as const;

export const isNamed = (error: unknown, names: readonly string[]): error is Error =>
  error instanceof Error && names.includes(error.name);

/** Returns true if a call succeeds, false for the expected errors. All others are rethrown. */
async function succeeds(call: Promise<unknown>, expectedErrors: readonly string[]): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isNamed(error, expectedErrors)) return false;
    throw error;
  }
}

/** Hash that Cognito requires in calls of this client, made with the client's secret. */
const secretHash = async (username: string, clientId: string): Promise<string> =>
  createHmac('sha256', await clientSecret())
    .update(username + clientId)
    .digest('base64');

export type Account =
  | { readonly state: 'none' }
  | {
      readonly state: 'unconfirmed' | 'confirmed';
      readonly sub: ApplicantId;
    };

/** Looks up the account of an address: its state and the applicant's id. */
export async function accountOf(username: string): Promise<Account> {
  const user = await readUser(username);
  if (user === undefined) return { state: 'none' };
  // It was created, and the call that creates it ended before it set a password.
  const state = user.status === 'FORCE_CHANGE_PASSWORD' ? 'unconfirmed' : 'confirmed';
  return { state, sub: user.sub };
}

/**
 * Checks a password, and returns the applicant's id; undefined for a wrong one. The pool's tokens are not
 * stored, because nothing uses them. Throws during the pool's own lock (`isLock`).
 */
export async function logIn(username: string, password: string): Promise<ApplicantId | undefined> {
  const ClientId = environment('USER_POOL_CLIENT_ID');
  const SECRET_HASH = await secretHash(username, ClientId);
  try {
    const { AuthenticationResult } = await cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId,
        ClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: username, PASSWORD: password, SECRET_HASH },
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

type Attributes = Readonly<Record<string, string>>;

const attributesIn = (attributes: readonly AttributeType[] = []): Attributes =>
  Object.fromEntries(attributes.map(({ Name = '', Value = '' }) => [Name, Value]));

const applicantIn = (attributes: Attributes) => attributes['custom:applicant'] ?? attributes.sub;

/** User pool data of an account, without the password, which Cognito does not return. */
export interface PoolUser {
  /** The pool's own name of the user. It stays the same when the address changes. */
  readonly name: string;
  /** The applicant's id, which is part of the table keys of the application. */
  readonly sub: ApplicantId;
  readonly attributes: Attributes;
  readonly status: string | undefined;
  readonly created: string | undefined;
  readonly changed: string | undefined;
}

/** A user by the address or by the pool's own name; undefined when there is none. */
export async function readUser(name: string): Promise<PoolUser | undefined> {
  try {
    const user = await cognito.send(new AdminGetUserCommand({ UserPoolId, Username: name }));
    const attributes = attributesIn(user.UserAttributes);
    return {
      name: user.Username ?? name,
      sub: applicantId.parse(applicantIn(attributes)),
      attributes,
      status: user.UserStatus,
      created: user.UserCreateDate?.toISOString(),
      changed: user.UserLastModifiedDate?.toISOString(),
    };
  } catch (error) {
    if (isNamed(error, ['UserNotFoundException'])) return undefined;
    throw error;
  }
}

/** Deletes a user; false if there is none. The address is immediately free for another sign-up. */
export const deleteUser = (name: string): Promise<boolean> =>
  succeeds(cognito.send(new AdminDeleteUserCommand({ UserPoolId, Username: name })), [
    'UserNotFoundException',
  ]);

/**
 * Changes the log-in address of an account to one that its owner has confirmed. False if no account has the
 * old address, or another account has the new one.
 */
export function changeAddress(before: string, after: string): Promise<boolean> {
  const UserAttributes = [
    { Name: 'email', Value: after },
    // Without it Cognito would mail its own code.
    { Name: 'email_verified', Value: 'true' },
  ];
  const command = new AdminUpdateUserAttributesCommand({ UserPoolId, Username: before, UserAttributes });
  return succeeds(cognito.send(command), ['AliasExistsException', 'UserNotFoundException']);
}

const sendPassword = (Username: string, Password: string) =>
  cognito.send(
    new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }),
    inTime(),
  );

/** Sets a random password, which is not stored anywhere. */
export async function setRandomPassword(username: string): Promise<void> {
  await sendPassword(username, `${randomBytes(32).toString('base64url')}aA1!`);
}

/** Sets a new password; false if the pool's own rules reject it. */
export const setPassword = (username: string, password: string): Promise<boolean> =>
  succeeds(sendPassword(username, password), badPassword);

/**
 * Creates the account of a proven address. It needs a password next. Returns the applicant's id; undefined if
 * the address has an account with a password.
 */
export async function createAccount(username: string): Promise<ApplicantId | undefined> {
  const UserAttributes = [
    { Name: 'email', Value: username },
    { Name: 'email_verified', Value: 'true' },
  ];
  const create = { UserPoolId, Username: username, UserAttributes, MessageAction: 'SUPPRESS' } as const;
  try {
    const { User } = await cognito.send(new AdminCreateUserCommand(create), inTime());
    return applicantId.parse(attributesIn(User?.Attributes).sub);
  } catch (error) {
    if (!isNamed(error, ['UsernameExistsException'])) throw error;
    const account = await accountOf(username);
    return account.state === 'unconfirmed' ? account.sub : undefined;
  }
}

/** Cognito allows 30 such calls per second and account; the SDK waits before it retries a throttled one. */
const patient = new CognitoIdentityProviderClient({ maxAttempts: 8 });

/** The maximum page size of Cognito. */
const Limit = 60;

/** Data for re-creating an account. Cognito returns no passwords and no password hashes. */
export interface ListedUser {
  /** The applicant's id, which is part of the table keys of the application. */
  readonly applicant: string | undefined;
  readonly email: string | undefined;
  readonly isVerified: boolean;
  readonly status: string | undefined;
  readonly isEnabled: boolean;
  readonly created: string | undefined;
  readonly changed: string | undefined;
}

const listed = (user: UserType): ListedUser => {
  const attributes = attributesIn(user.Attributes);
  return {
    applicant: applicantIn(attributes),
    email: attributes.email,
    isVerified: attributes.email_verified === 'true',
    status: user.UserStatus,
    isEnabled: user.Enabled === true,
    created: user.UserCreateDate?.toISOString(),
    changed: user.UserLastModifiedDate?.toISOString(),
  };
};

interface UserPage {
  readonly users: readonly ListedUser[];
  /** Token of the next page, valid for an hour; undefined after the last page. */
  readonly next: string | undefined;
}

/** Reads one page of users: the first, or the one that the token names. */
export async function usersAfter(PaginationToken: string | undefined): Promise<UserPage> {
  const { Users = [], PaginationToken: next } = await patient.send(
    new ListUsersCommand({ UserPoolId, Limit, PaginationToken }),
  );
  return { users: Users.map(listed), next };
}

/** Every user of the pool, page by page. */
export async function* allUsers(): AsyncGenerator<ListedUser> {
  let next: string | undefined;
  do {
    const page = await usersAfter(next);
    yield* page.users;
    next = page.next;
  } while (next !== undefined);
}
