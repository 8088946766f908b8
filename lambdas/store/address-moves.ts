import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { auditEntry } from './audit-log.ts';
import { absent, exists, expression, same } from './expression.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { noticeItem, type PendingNotice } from './notices.ts';
import { meetsConditions } from './retry.ts';
import { addRowRebuild } from './row-rebuilds.ts';
import { del, queryPartition, readItem, writes } from './table.ts';

// Changes of address whose codes were right. Each record is written before the user pool changes the address,
// and deleted when everything that follows is done, so that the scheduled run can finish what a call could
// not.

/** Records that a change begins. False when the applicant has an unfinished one. */
export const beginAddressMove = async (move: items.AddressMove): Promise<boolean> =>
  meetsConditions([
    writes.put({ ...move, ...keys.addressMove(move.sk) }, { if: absent }),
    await auditEntry(move.sk, 'address-change-begun'),
  ]);

export const findAddressMove = (sub: ApplicantId): Promise<items.AddressMove | undefined> =>
  readItem(keys.addressMove(sub), items.addressMove);

/** Returns a function for each unfinished change that parses it, so one that is damaged stops no other. */
export const unfinishedAddressMoves = async (): Promise<readonly (() => items.AddressMove)[]> =>
  (await queryPartition(keys.addressMoves)).map((item) => () => items.addressMove.parse(item));

/**
 * Records once that the account has moved: the audit event, the new address for staff, and a mail to each
 * mailbox. Returns the mails that are now pending, or none if an earlier call recorded it.
 */
export async function recordAddressMoved(move: items.AddressMove): Promise<readonly PendingNotice[]> {
  const { sk: sub, address, username, host, browser, at } = move;
  const about = { host, browser, at };
  const notices = [
    noticeItem({ ...about, kind: 'address-changed', username }),
    noticeItem({ ...about, kind: 'address-confirmed', username: address }),
  ];
  const forStaff = {
    ...{ pk: keys.application(sub), sk: parts.address },
    ...{ at: new Date(now()).toISOString(), username: address },
  };
  const isFirst = await meetsConditions([
    writes.put(
      { ...move, ...keys.addressMove(sub), is_told: true },
      { if: expression`${exists} AND attribute_not_exists(is_told)` },
    ),
    await auditEntry(sub, 'address-changed'),
    writes.put(forStaff),
    addRowRebuild(sub, at),
    ...notices.map((notice) => writes.put(notice)),
  ]);
  return isFirst ? notices.map(({ sk, ...item }) => ({ sk, notice: items.notice.parse(item) })) : [];
}

/** Deletes the record of a change; nothing happens if a newer change replaced it. */
export async function forgetAddressMove({ sk, at }: items.AddressMove): Promise<void> {
  await del(keys.addressMove(sk), { if: same({ at }) });
}
