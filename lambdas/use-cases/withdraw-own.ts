import { withdraw } from '../store/withdrawals.ts';
import { type CurrentPassword, requireCurrentPassword } from './current-password.ts';
import { type AboutBrowser, mailAdded } from './security-notices.ts';

interface Withdrawal extends CurrentPassword {
  readonly about: AboutBrowser;
}

/**
 * An applicant who knows the password withdraws the submitted application, and gets a mail about it. Returns
 * the time (ISO 8601), also of an earlier withdrawal.
 */
export async function withdrawOwnApplication(withdrawal: Withdrawal): Promise<string> {
  await requireCurrentPassword(withdrawal, 'withdrawal-refused');
  const { withdrawnAt, mail } = await withdraw(withdrawal.sub, withdrawal.about);
  if (mail !== undefined) await mailAdded(mail);
  return withdrawnAt;
}
