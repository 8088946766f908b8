import { randomBytes } from 'node:crypto';
import { AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { badPassword, cognito, inTime, succeeds, UserPoolId } from './cognito.ts';

/** Sets the password of a confirmed account. Do not call it for an unconfirmed one: this would confirm it. */
const sendPassword = (Username: string, Password: string) =>
  cognito.send(
    new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }),
    inTime(),
  );

/** Sets a random password, which is not stored anywhere, for a confirmed account. */
export async function setRandomPassword(username: string): Promise<void> {
  await sendPassword(username, `${randomBytes(32).toString('base64url')}aA1!`);
}

/** Sets a new password for a confirmed account; false if the pool's own rules reject it. */
export const setPassword = (username: string, password: string): Promise<boolean> =>
  succeeds(sendPassword(username, password), badPassword);
