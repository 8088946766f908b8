import { accountOf } from '../aws/cognito.ts';
import { now, settleAll } from '../runtime/clock.ts';
import { recordEvent } from '../table/audit-log.ts';
import type { AddressMove, PendingWork } from '../table/items.ts';
import { moveSession, revokeAllSessions, sessionAddress } from '../table/session-changes.ts';
import { forgetAddressMove, recordAddressMoved } from './address-changes.ts';

/** Time after which the user pool no longer makes a change that it was asked for. */
const poolMs = 15 * 60_000;

/** True when the account has the new address, whichever call gave it. */
export async function isMoved({ sub, address }: AddressMove): Promise<boolean> {
  const account = await accountOf(address);
  return account.state === 'confirmed' && account.sub === sub;
}

/** Ends every session under the old address, except for the one that makes the change. */
export const revokeSessionsBefore = ({ sub, username, address, session }: AddressMove): Promise<number> =>
  revokeAllSessions({ sub, username }, 'new-address', {
    isKept: async (hash) => hash === session || (await sessionAddress(hash)) === address,
  });

/**
 * Does what follows a change of address in the user pool: the audit event, the mails, and the end of old
 * access. It may be repeated. Passes the mails that it added to `mail`.
 */
export const followAddressMove = (
  move: AddressMove,
  mail?: (notice: PendingWork) => Promise<unknown>,
): Promise<void> =>
  settleAll([
    recordAddressMoved(move).then((pending) => Promise.all(pending.map(async (each) => mail?.(each)))),
    revokeSessionsBefore(move),
  ]);

/**
 * Finishes a change whose account has moved, and drops any other. The function that mails late notices sends
 * the mails.
 */
export async function settleAddressMove(move: AddressMove): Promise<void> {
  if (await isMoved(move)) {
    await settleAll([followAddressMove(move), moveSession(move.session, move.address)]);
  } else {
    await recordEvent(move.sub, 'address-change-dropped');
  }
  await forgetAddressMove(move);
}

/** Settles a change that its call left unfinished. The user pool may still make one that it was asked for. */
export async function settleLate(move: AddressMove): Promise<'later' | undefined> {
  if (now() - Date.parse(move.at) <= poolMs && !(await isMoved(move))) return 'later';
  await settleAddressMove(move);
  return undefined;
}
