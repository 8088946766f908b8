import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../runtime/clock.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { ofPartition, queryAll, TableName, table } from './table.ts';

export type { Notice } from './items.ts';

/** Days after which a pending notice is useless and expires. */
const pendingDays = 3;

/** A pending notice for the scheduled run, as an item for a transaction. */
export const noticeItem = (notice: items.AnyNotice) => ({
  pk: keys.notices,
  sk: `${notice.at}#${randomUUID()}`,
  ...notice,
  expires_at: seconds(now()) + pendingDays * 86_400,
});

/** Stores a notice that could not be mailed immediately. */
export async function addPendingNotice(notice: items.AnyNotice): Promise<void> {
  await table.send(new PutCommand({ TableName, Item: noticeItem(notice) }));
}

/** A pending notice and its key. */
export interface PendingNotice<Of = items.Notice> {
  readonly sk: string;
  readonly notice: Of;
}

/** Returns the pending notices. Those of a later version stay pending. */
export async function pendingNotices(): Promise<readonly PendingNotice<items.AnyNotice>[]> {
  const pending = await queryAll(ofPartition(keys.notices));
  return pending.flatMap((item) => {
    const notice = items.anyNotice.safeParse(item).data;
    return notice === undefined ? [] : [{ sk: String(item.sk), notice }];
  });
}

/** Deletes a notice that was mailed. */
export async function forgetNotice({ sk }: Pick<PendingNotice, 'sk'>): Promise<void> {
  await table.send(new DeleteCommand({ TableName, Key: { pk: keys.notices, sk } }));
}
