import { isNamed } from '../aws/cognito.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { settleAll } from '../runtime/settle-all.ts';
import { revokeAllSessions } from '../table/session-changes.ts';
import { forgetAddressChange } from './address-changes.ts';

export interface NewPassword {
  readonly sub: ApplicantId;
  readonly username: string;
  /** The id in the cookie of the session that changes the password; undefined where none does. */
  readonly session?: string | undefined;
}

/** Ends whatever the old password opened, except for the session that changes it. */
export const endOldAccess = ({ sub, username, session }: NewPassword): Promise<void> =>
  settleAll([
    revokeAllSessions({ sub, username }, 'new-password', { except: session }),
    forgetAddressChange(sub),
  ]);

/**
 * Waits until a new password is set. If the user pool fails it may have set it before, so the old access ends
 * then too, and with it a mailed link. If it was throttled, the link can be used again.
 */
export async function whenSet(change: NewPassword, setting: Promise<boolean>): Promise<boolean> {
  try {
    return await setting;
  } catch (error) {
    if (!isNamed(error, ['TooManyRequestsException'])) await endOldAccess(change);
    throw error;
  }
}
