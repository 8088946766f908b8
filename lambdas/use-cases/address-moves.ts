import { accountOf } from '../aws/cognito.ts';
import { now } from '../runtime/clock.ts';
import { settleAll } from '../runtime/settle-all.ts';
import { forgetAddressMove, recordAddressMoved, unfinishedAddressMoves } from '../store/address-moves.ts';
import { recordEvent } from '../store/audit-log.ts';
import type { AddressMove } from '../store/items.ts';
import type { PendingNotice } from '../store/notices.ts';
import { moveSession, revokeAllSessions, sessionAddress } from '../store/session-changes.ts';
import { forgetBrowsers } from '../store/trusted-browsers.ts';

/** Time in which the call that made a change finishes it, or has ended. */
const callMs = 60_000;
/** Time after which the user pool no longer makes a change that it was asked for. */
const poolMs = 15 * 60_000;

/** True when the account has the new address, whichever call gave it. */
export async function isMoved({ sk: sub, address }: AddressMove): Promise<boolean> {
  const account = await accountOf(address);
  return account.state === 'confirmed' && account.sub === sub;
}

/** Ends every session under the old address, except for the one that makes the change. */
export const revokeSessionsBefore = ({ sk: sub, username, address, session }: AddressMove): Promise<number> =>
  revokeAllSessions({ sub, username }, 'new-address', {
    isKept: async (hash) => hash === session || (await sessionAddress(hash)) === address,
  });

/**
 * Does what follows a change of address in the user pool: the audit event, the mails, and the end of old
 * access. It may be repeated. Passes the mails that are now pending to `mail`.
 */
export const followAddressMove = (
  move: AddressMove,
  mail?: (notice: PendingNotice) => Promise<unknown>,
): Promise<void> =>
  settleAll([
    recordAddressMoved(move).then((pending) => Promise.all(pending.map(async (each) => mail?.(each)))),
    revokeSessionsBefore(move),
    forgetBrowsers(move.username),
  ]);

/**
 * Finishes a change whose account has moved, and drops any other. The function that mails late receipts sends
 * the mails.
 */
export async function settleAddressMove(move: AddressMove): Promise<void> {
  if (await isMoved(move)) {
    await settleAll([followAddressMove(move), moveSession(move.session, move.address)]);
  } else {
    await recordEvent(move.sk, 'address-change-dropped');
  }
  await forgetAddressMove(move);
}

const isDue = async (move: AddressMove): Promise<boolean> => {
  const age = now() - Date.parse(move.at);
  return age > poolMs || (age > callMs && (await isMoved(move)));
};

async function settleIfDue(read: () => AddressMove): Promise<void> {
  const move = read();
  if (await isDue(move)) await settleAddressMove(move);
}

/**
 * Settles every change that its call left unfinished, until `end` in milliseconds since 1970. One that fails
 * does not keep the others from it.
 */
export async function settleAddressMoves(end: number): Promise<void> {
  const settled: Promise<void>[] = [];
  for (const read of await unfinishedAddressMoves()) {
    if (now() > end) break;
    const settling = settleIfDue(read);
    settled.push(settling);
    await settling.catch(() => undefined); // settleAll throws it
  }
  await settleAll(settled);
}
