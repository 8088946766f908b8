import type { ApplicantId } from '../runtime/ids.ts';
import { settleAll } from '../runtime/settle-all.ts';
import { forgetAddressChange } from '../store/address-changes.ts';
import { type Caller, resetAllAttempts } from '../store/attempts.ts';
import { revokeAllSessions } from '../store/session-changes.ts';
import { forgetBrowsers } from '../store/trusted-browsers.ts';

export interface NewPassword {
  readonly sub: ApplicantId;
  readonly caller: Caller;
  /** The id in the cookie of the session that changes the password; undefined where none does. */
  readonly session?: string | undefined;
}

/** Ends whatever the old password opened, except for the session that changes it. */
export const endOldAccess = ({ sub, caller, session }: NewPassword): Promise<void> =>
  settleAll([
    revokeAllSessions({ sub, username: caller.username }, 'new-password', { except: session }),
    resetAllAttempts('password', caller),
    forgetBrowsers(caller.username),
    forgetAddressChange(sub),
  ]);

/**
 * Waits until a new password is set. If the user pool fails it may have set it before, so the old access ends
 * then too.
 */
export async function whenSet(change: NewPassword, setting: Promise<boolean>): Promise<boolean> {
  try {
    return await setting;
  } catch (error) {
    await endOldAccess(change);
    throw error;
  }
}
