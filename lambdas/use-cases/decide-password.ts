import { accountOf } from '../aws/cognito.ts';
import { setRandomPassword } from '../aws/cognito-password.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { recordEvent } from '../store/audit-log.ts';
import { revokeAllSessions } from '../store/session-changes.ts';
import * as store from '../store/sign-ups.ts';
import { mailResetLink } from './reset-links.ts';

interface Confirmation {
  readonly username: string;
  readonly host: string;
  /** The sign-up made in this browser, if the browser can prove it. */
  readonly signUp?: string | undefined;
}

/** Sets a random password, and mails the mailbox's owner a link to choose a new one. */
export async function replacePassword(sub: ApplicantId, { username, host }: Confirmation): Promise<void> {
  await setRandomPassword(username);
  await revokeAllSessions({ sub, username }, 'several-sign-ups');
  await mailResetLink({ username, host, reason: 'several-sign-ups' });
  await store.recordPasswordReplaced(sub);
}

/** Decides if an account keeps its password, after its confirmation code was right. */
export async function decidePassword(confirmation: Confirmation): Promise<'kept' | 'replaced'> {
  const account = await accountOf(confirmation.username);
  if (account.state === 'none') throw new Error('The account was deleted while it was being confirmed.');
  const { sub } = account;
  await recordEvent(sub, 'confirm');
  if (await store.keepPassword(sub, confirmation.signUp)) return 'kept';
  if (await store.beginPasswordReplacement(sub)) {
    await replacePassword(sub, confirmation);
    return 'replaced';
  }
  // A concurrent request decided first.
  return (await store.readSignUps(sub)).outcome === 'kept' ? 'kept' : 'replaced';
}

/** True if the request that confirmed the account ended before it decided about the password. */
export async function isConfirmationUnfinished(username: string): Promise<boolean> {
  const account = await accountOf(username);
  if (account.state !== 'confirmed') return false;
  const signUps = await store.readSignUps(account.sub);
  const isKnown = signUps.first_id !== undefined || signUps.several === true;
  return isKnown && store.isUndecided(signUps);
}
