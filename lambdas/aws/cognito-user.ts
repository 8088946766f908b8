import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { cognito, isNamed, succeeds, UserPoolId } from './cognito.ts';

/** What the user pool has about an account, except for the password and the secret of an authenticator app, which it gives nobody. */
export interface PoolUser {
  /** The pool's own name of the user. It outlives a change of the address. */
  readonly name: string;
  /** The id under which the table keeps the application. */
  readonly sub: ApplicantId;
  readonly attributes: Readonly<Record<string, string>>;
  readonly status: string | undefined;
  readonly created: string | undefined;
  readonly changed: string | undefined;
  readonly secondFactors: readonly string[];
}

/** A user by the address or by the pool's own name; undefined when there is none. */
export async function readUser(name: string): Promise<PoolUser | undefined> {
  try {
    const user = await cognito.send(new AdminGetUserCommand({ UserPoolId, Username: name }));
    const attributes = Object.fromEntries(
      (user.UserAttributes ?? []).map(({ Name = '', Value = '' }) => [Name, Value]),
    );
    return {
      name: user.Username ?? name,
      sub: applicantId.parse(attributes['custom:applicant'] ?? attributes.sub),
      attributes,
      status: user.UserStatus,
      created: user.UserCreateDate?.toISOString(),
      changed: user.UserLastModifiedDate?.toISOString(),
      secondFactors: user.UserMFASettingList ?? [],
    };
  } catch (error) {
    if (isNamed(error, ['UserNotFoundException'])) return undefined;
    throw error;
  }
}

/** Deletes a user; false when there is none. The address can be signed up for again at once. */
export async function deleteUser(name: string): Promise<boolean> {
  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId, Username: name }));
    return true;
  } catch (error) {
    if (isNamed(error, ['UserNotFoundException'])) return false;
    throw error;
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
  return succeeds(cognito.send(command), ['AliasExistsException', 'UserNotFoundException']);
}

/**
 * Takes the address from an account that was never confirmed, so that its owner can use it. Retention deletes such an account. False when
 * the address has no such account.
 */
export async function releaseAddress(address: string): Promise<boolean> {
  const user = await readUser(address);
  return user?.status === 'UNCONFIRMED' && changeAddress(user.name, `${user.name}@released.invalid`);
}
