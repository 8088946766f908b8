import { randomUUID } from 'node:crypto';
import { now, seconds } from '../runtime/clock.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { claimMail, releaseMail } from './outbox.ts';
import { del, ofPartition, put, queryAll } from './table.ts';

export type { Notice } from './items.ts';

/** Days after which a pending notice is useless and expires. */
const pendingDays = 3;

/** A pending notice, as an item for the transaction of the change. */
export const noticeItem = (notice: items.AnyNotice) => ({
  pk: keys.notices,
  sk: `${notice.at}#${randomUUID()}`,
  ...notice,
  expires_at: seconds(now()) + pendingDays * 86_400,
});

/** A pending notice and its key. */
export interface PendingNotice<Of = items.AnyNotice> {
  readonly sk: string;
  readonly notice: Of;
}

/** Stores a notice as pending, about a change that no transaction made. */
export async function addPendingNotice(notice: items.AnyNotice): Promise<PendingNotice> {
  const item = noticeItem(notice);
  await put(item);
  return { sk: item.sk, notice };
}

const triedAt = ({ claimed_until = 0 }: Readonly<Record<string, unknown>>) => Number(claimed_until);

/**
 * Returns the pending notices. New ones come first, then those whose last try is longest ago, so notices that
 * always fail do not block others. Those of a later version stay pending.
 */
export async function pendingNotices(): Promise<readonly PendingNotice[]> {
  const pending = (await queryAll(ofPartition(keys.notices))).toSorted(
    (one, other) => triedAt(one) - triedAt(other),
  );
  return pending.flatMap((item) => {
    const notice = items.anyNotice.safeParse(item).data;
    return notice === undefined ? [] : [{ sk: String(item.sk), notice }];
  });
}

type Named = Pick<PendingNotice, 'sk'>;
const keyOf = ({ sk }: Named) => ({ pk: keys.notices, sk });

/** Claims a notice for one caller at a time; false if it was mailed or is being mailed. */
export const claimNotice = async (notice: Named): Promise<boolean> =>
  (await claimMail(keyOf(notice))) !== undefined;

/** Ends the claim after a failure, so the next run retries. */
export const releaseNotice = (notice: Named) => releaseMail(keyOf(notice));

/** Deletes a notice that was mailed. */
export async function forgetNotice(notice: Named): Promise<void> {
  await del(keyOf(notice));
}
