import { readUser } from '../aws/cognito-user.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { partner } from '../runtime/partner.ts';
import { askForErasure } from '../store/erasures.ts';
import { addressJournal } from '../store/journal.ts';
import { endAllSessions } from '../store/session-changes.ts';
import { type CurrentPassword, requireCurrentPassword } from './change-password.ts';

const submittedMessage = (helpEmail: string) =>
  `Your application was submitted, so it cannot be deleted here. Please write to ${helpEmail}.`;

/**
 * An applicant deletes the application and the account before submission. The function of endings does it within minutes; until then
 * nobody logs in, and every session ends now.
 */
export async function deleteOwnApplication(deletion: CurrentPassword): Promise<void> {
  const { sub, caller } = deletion;
  await requireCurrentPassword(deletion, 'erasure-refused');
  const user = await readUser(caller.username);
  const outcome = await askForErasure({
    sk: sub,
    reason: 'applicant',
    asked_at: new Date(now()).toISOString(),
    user: user?.name,
    address_log: await addressJournal(caller.username),
  });
  if (outcome === 'submitted') throw new ApiError('conflict', submittedMessage(partner().helpEmail));
  await endAllSessions({ sub, username: caller.username }, 'applicant');
}
