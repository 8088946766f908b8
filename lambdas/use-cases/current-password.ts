import { logIn } from '../aws/cognito.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { Caller } from '../store/attempts.ts';
import type { AuditEvent } from '../store/audit-event.ts';
import { recordEvent } from '../store/audit-log.ts';
import { attempt } from './attempt.ts';

const wrongPassword = 'The current password is incorrect.';

export interface CurrentPassword {
  readonly sub: ApplicantId;
  readonly caller: Caller;
  readonly current: string;
}

/**
 * Requires the password of a logged-in applicant, because someone else may be using the open page. A wrong
 * password counts as at log-in, and is recorded as `refused`.
 */
export async function requireCurrentPassword(
  { sub, caller, current }: CurrentPassword,
  refused: AuditEvent,
): Promise<void> {
  if (await attempt('password', caller, () => logIn(caller.username, current))) return;
  await recordEvent(sub, refused);
  throw new ApiError('invalid', wrongPassword, { details: { field: 'current_password' } });
}
