import { secondFactorMessages } from '../../shared/rules/second-factor.ts';
import * as cognito from '../aws/cognito.ts';
import { setPassword } from '../aws/cognito-password.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { settleAll } from '../runtime/settle-all.ts';
import { acceptAttempt, type Caller } from '../store/attempts.ts';
import type { AuditEvent } from '../store/audit-event.ts';
import { recordEvent } from '../store/audit-log.ts';
import { replaceSession, type SessionCookie } from '../store/session-changes.ts';
import { countedAttempt } from './counted-attempt.ts';
import { anotherPassword } from './new-password.ts';
import { endOldAccess, whenSet } from './old-access.ts';
import { requireCodeShape, requireSecondFactor } from './second-step.ts';
import { type AboutBrowser, mailNotice } from './security-notices.ts';

const wrongPassword = 'The current password is incorrect.';

export interface CurrentPassword {
  readonly sub: ApplicantId;
  readonly caller: Caller;
  readonly current: string;
}

/** Result of the user pool for a right password. */
type RightPassword = Exclude<Awaited<ReturnType<typeof cognito.logIn>>, string>;

/**
 * Requires the password of a logged-in applicant, because someone else may be using the open page. A wrong
 * password counts as at log-in, and is recorded as `refused`.
 */
export async function requireCurrentPassword(
  { sub, caller, current }: CurrentPassword,
  refused: AuditEvent,
): Promise<RightPassword> {
  const found = await countedAttempt('password', caller, () => cognito.logIn(caller.username, current));
  if (typeof found !== 'object') {
    await recordEvent(sub, refused);
    throw new ApiError('invalid', wrongPassword, { details: { field: 'current_password' } });
  }
  await acceptAttempt('password', caller);
  return found;
}

/** The password of a logged-in applicant, and a code if the account has a second factor. */
export interface OwnerProof extends CurrentPassword {
  readonly code: string | undefined;
}

/** Requires the same proofs as a log-in, before a change that cannot be undone. */
export async function requireOwner(proof: OwnerProof, refused: AuditEvent): Promise<void> {
  const { sub, caller, code = '' } = proof;
  if (code !== '') requireCodeShape(code);
  const found = await requireCurrentPassword(proof, refused);
  if (!('challenge' in found)) return;
  if (code === '') throw new ApiError('invalid', secondFactorMessages.either, { details: { field: 'code' } });
  await requireSecondFactor({ sub, caller, challenge: found.challenge }, code);
}

interface PasswordChange extends OwnerProof {
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
  const isSame = password === current;
  // A code works only once, so the new password is checked before the code is used.
  if (isSame) await requireCurrentPassword(change, 'password-change-refused');
  if (isSame) throw new ApiError('invalid', anotherPassword, { details: { field: 'password' } });
  await requireOwner(change, 'password-change-refused');
  const isSet = await whenSet(change, setPassword(caller.username, password));
  if (!isSet) throw new ApiError('invalid', anotherPassword, { details: { field: 'password' } });
  try {
    await recordEvent(sub, 'password-changed');
  } finally {
    await settleAll([endOldAccess(change), mailNotice({ ...change.about, kind: 'password-changed' })]);
  }
  return replaceSession(session, sub);
}
