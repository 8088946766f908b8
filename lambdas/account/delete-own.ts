import { readUser } from '../aws/cognito-user.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import { waitAtMost } from '../runtime/settle-all.ts';
import { addressAuditLog } from '../table/audit-log.ts';
import { askForErasure, findErasure } from '../table/erasures.ts';
import { revokeAllSessions } from '../table/session-changes.ts';
import { type CurrentPassword, requireCurrentPassword } from './passwords.ts';
import { type AboutBrowser, mailAdded } from './security-notices.ts';

const submittedMessage = (helpEmail: string) =>
  `You've submitted your application, so you can't delete it here. Please write to ${helpEmail}.`;

/** Time that the reply waits for work that the deletion itself repeats. */
const maxWaitMs = 2_000;

interface Deletion extends CurrentPassword {
  readonly about: AboutBrowser;
}

/**
 * An applicant deletes the application and the account before submission. The retention function does it
 * within minutes; until then no log-in opens a session, and every session ends now. After the deletion is
 * recorded, nothing fails the call: the deletion ends the sessions too, and the scheduled run mails.
 */
export async function deleteOwnApplication(deletion: Deletion): Promise<void> {
  const { sub, caller, about } = deletion;
  const { username } = caller;
  await requireCurrentPassword(deletion, 'erasure-refused');
  const user = await readUser(username);
  const at = new Date(now()).toISOString();
  const outcome = await askForErasure(
    {
      sk: sub,
      reason: 'applicant',
      asked_at: at,
      user: user?.name,
      address_log: await addressAuditLog(username),
    },
    { ...about, kind: 'deletion-asked', at },
  ).catch(async (error: unknown) => {
    // DynamoDB's reply was lost: the record tells whether the write succeeded.
    if ((await findErasure(sub)) === undefined) throw error;
    return { pending: undefined };
  });
  if (outcome === 'submitted') throw new ApiError('conflict', submittedMessage(partner().helpEmail));
  const { pending } = outcome;
  const revoke = () => revokeAllSessions({ sub, username }, 'applicant');
  // Throttling may outlast the SDK's retries, and an open session would accept answers that are then deleted.
  const revoked = revoke()
    .catch(revoke)
    .catch((error: unknown) =>
      log({ level: 'error', event: 'deletion.interrupted', error: describeError(error) }),
    );
  await Promise.all([waitAtMost(maxWaitMs, revoked), pending && mailAdded(pending)]);
}
