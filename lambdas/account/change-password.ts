import { setPassword } from '../aws/cognito-password.ts';
import { ApiError } from '../runtime/errors.ts';
import { settleAll } from '../runtime/settle-all.ts';
import { recordEvent } from '../table/audit-log.ts';
import { replaceSession, type SessionCookie } from '../table/session-changes.ts';
import { endOldAccess, whenSet } from './old-access.ts';
import { anotherPassword, type CurrentPassword, requireCurrentPassword } from './passwords.ts';
import { type AboutBrowser, mailNotice } from './security-notices.ts';

interface PasswordChange extends CurrentPassword {
  readonly password: string;
  /** The id in the cookie of the session that makes the change. */
  readonly session: string;
  readonly about: AboutBrowser;
}

/**
 * Changes the password of a logged-in applicant and mails a notice. Every session ends; the current one
 * continues under a new id, so a copied cookie stops working. This renewal is the last step. If the current
 * session was ended in the meantime, only the renewal fails.
 */
export async function changePassword(change: PasswordChange): Promise<SessionCookie> {
  const { sub, caller, current, password, session } = change;
  const ending = { sub, username: caller.username, session };
  await requireCurrentPassword(change, 'password-change-refused');
  if (password === current)
    throw new ApiError('invalid', anotherPassword, { details: { field: 'password' } });
  const isSet = await whenSet(ending, setPassword(caller.username, password));
  if (!isSet) throw new ApiError('invalid', anotherPassword, { details: { field: 'password' } });
  try {
    await recordEvent(sub, 'password-changed');
  } finally {
    await settleAll([endOldAccess(ending), mailNotice({ ...change.about, kind: 'password-changed' })]);
  }
  return replaceSession(session, sub);
}
