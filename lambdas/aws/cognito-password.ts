import { randomBytes } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { accountOf, badPassword, cognito, inTime, isNamed, succeeds, UserPoolId } from './cognito.ts';

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
    return applicantId.parse(User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value);
  } catch (error) {
    if (!isNamed(error, ['UsernameExistsException'])) throw error;
    const account = await accountOf(username);
    return account.state === 'unconfirmed' ? account.sub : undefined;
  }
}
