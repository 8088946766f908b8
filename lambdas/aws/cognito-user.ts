import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { cognito, isNamed, succeeds, UserPoolId } from './cognito.ts';

/** User pool data of an account, without the password, which Cognito does not return. */
export interface PoolUser {
  /** The pool's own name of the user. It stays the same when the address changes. */
  readonly name: string;
  /** The applicant's id, which is part of the table keys of the application. */
  readonly sub: ApplicantId;
  readonly attributes: Readonly<Record<string, string>>;
  readonly status: string | undefined;
  readonly created: string | undefined;
  readonly changed: string | undefined;
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
    };
  } catch (error) {
    if (isNamed(error, ['UserNotFoundException'])) return undefined;
    throw error;
  }
}

/** Deletes a user; false if there is none. The address is immediately free for another sign-up. */
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
