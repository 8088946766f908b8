import { randomBytes } from 'node:crypto';
import { AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { badPassword, cognito, inTime, succeeds, UserPoolId } from './cognito.ts';

/** Sets the password of a confirmed account. Never of an unconfirmed one: this would confirm it. */
const sendPassword = (Username: string, Password: string) =>
  cognito.send(
    new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }),
    inTime(),
  );

/** Gives a confirmed account a password that nobody knows. */
export async function setRandomPassword(username: string): Promise<void> {
  await sendPassword(username, `${randomBytes(32).toString('base64url')}aA1!`);
}

/** Gives a confirmed account a new password; false when the pool's own rules reject it. */
export const setPassword = (username: string, password: string): Promise<boolean> =>
  succeeds(sendPassword(username, password), badPassword);
