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

/** What the user pool says of a right password. */
type RightPassword = Exclude<Awaited<ReturnType<typeof cognito.logIn>>, string>;

/**
 * An applicant who is logged in shows that they know the password: somebody else may sit at an open page. A wrong one counts
 * as at log-in, and is recorded as `refused`.
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

/** The password of an applicant who is logged in, and the code of the second factor, if the account has one. */
export interface OwnerProof extends CurrentPassword {
  readonly code: string | undefined;
}

/** Requires all that a log-in needs, before a change that cannot be undone. */
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
  /** The id in the cookie of the session that changes it. */
  readonly session: string;
  readonly about: AboutBrowser;
}

/**
 * Changes the password of an applicant who is logged in, and mails that. Every session ends; the one that changed it goes on under
 * another id, so that a copy of its cookie opens nothing anymore. That is last: if somebody has ended this session meanwhile, it
 * is the only thing that fails.
 */
export async function changePassword(change: PasswordChange): Promise<SessionCookie> {
  const { sub, caller, current, password, session } = change;
  const isSame = password === current;
  // A code works once, so it is not used up for a password that is refused.
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
