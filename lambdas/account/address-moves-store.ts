import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { auditEntry } from '../table/audit-log.ts';
import { expression } from '../table/expression.ts';
import { type AddressMove, type PendingWork, pendingWork, work } from '../table/items.ts';
import { keys, parts } from '../table/keys.ts';
import { addRowRebuild } from '../table/list-row.ts';
import { addWorkOnce, workItem } from '../table/outbox.ts';
import { meetsConditions } from '../table/retry.ts';
import { del, readItem, writes } from '../table/table.ts';

// Changes of address whose codes were right. Each is work in an outbox before the user pool changes the
// address, so that the scheduled run can finish what a call could not.

/** Time in which the call that makes a change finishes it, or has ended. */
const callMs = 60_000;

const keyOf = (sub: ApplicantId) => keys.outbox('moves', sub);

/** Records that a change begins. False when the applicant has an unfinished one. */
export const beginAddressMove = async (move: AddressMove): Promise<boolean> =>
  meetsConditions([
    addWorkOnce(workItem('address-move', move, callMs)),
    await auditEntry(move.sub, 'address-change-begun'),
  ]);

export async function findAddressMove(sub: ApplicantId): Promise<AddressMove | undefined> {
  const found = await readItem(keyOf(sub), pendingWork);
  return found && work['address-move'].parse(found.about);
}

/**
 * Records once that the account has moved: the audit event, the new address for staff, and a mail to each
 * mailbox. Returns the mails that it added, or none if an earlier call recorded it.
 */
export async function recordAddressMoved(move: AddressMove): Promise<readonly PendingWork[]> {
  const { sub, address, username, host, browser, at } = move;
  const about = { host, browser, at };
  const notices = [
    workItem('notice', { ...about, kind: 'address-changed', username }),
    workItem('notice', { ...about, kind: 'address-confirmed', username: address }),
  ];
  const forStaff = {
    ...{ pk: keys.application(sub), sk: parts.address },
    ...{ at: new Date(now()).toISOString(), username: address, moved_at: at },
  };
  const isFirst = await meetsConditions([
    writes.put(forStaff, { if: expression`attribute_not_exists(moved_at) OR moved_at < ${at}` }),
    await auditEntry(sub, 'address-changed'),
    addRowRebuild(sub, at),
    ...notices.map((notice) => writes.put(notice)),
  ]);
  return isFirst ? notices : [];
}

/** Deletes the record of a change; nothing happens if a newer change replaced it. */
export async function forgetAddressMove({ sub, at }: AddressMove): Promise<void> {
  await del(keyOf(sub), { if: expression`about.at = ${at}` });
}
