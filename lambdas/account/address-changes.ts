import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { auditEntry } from '../table/audit-log.ts';
import { exists, expression } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { type AddressMove, type PendingWork, pendingWork, work } from '../table/items.ts';
import { keys, parts } from '../table/keys.ts';
import { addRowRebuild } from '../table/list-row.ts';
import { addWorkOnce, workItem } from '../table/outbox.ts';
import { meetsConditions } from '../table/retry.ts';
import { del, put, readItem, update, writes } from '../table/table.ts';

/** Time in which both codes have to be entered, and how often they may be tried. */
const lifetimeMs = 3_600_000;
const maxTries = 5;

/** Keeps a change until both codes are entered. It replaces an earlier one. */
export async function keepAddressChange(sub: ApplicantId, change: items.AddressChange): Promise<void> {
  const ends = now() + lifetimeMs;
  await put({ ...keys.addressChange(sub), ...change, tries: 0, ends, expires_at: seconds(ends) });
}

/**
 * Takes one try at the codes; undefined when there is no change, or it is too old, or was tried too often.
 */
export async function tryAddressChange(sub: ApplicantId): Promise<items.AddressChange | undefined> {
  const tried = await update(keys.addressChange(sub), expression`ADD tries ${1}`, {
    if: expression`${exists} AND tries < ${maxTries} AND ends > ${now()}`,
  });
  return tried && items.addressChange.parse(tried);
}

export const forgetAddressChange = (sub: ApplicantId) => del(keys.addressChange(sub));

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
