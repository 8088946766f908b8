import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../runtime/clock.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { ofPartition, queryPage, TableName, table } from './table.ts';

export type { Notice } from './items.ts';

/** A notice that is older helps nobody anymore. */
const pendingDays = 3;
/** In one run of the clock. */
const maxPending = 200;

/** Keeps a notice for the clock to mail: the item, for the transaction that it belongs to. */
export const noticeItem = (notice: items.AnyNotice) => ({
  pk: keys.notices,
  sk: `${notice.at}#${randomUUID()}`,
  ...notice,
  expires_at: seconds(now()) + pendingDays * 86_400,
});

/** Keeps a notice that could not be mailed at once. */
export async function addPendingNotice(notice: items.AnyNotice): Promise<void> {
  await table.send(new PutCommand({ TableName, Item: noticeItem(notice) }));
}

/** A notice that was not mailed yet, and its key. */
export interface PendingNotice<Of = items.Notice> {
  readonly sk: string;
  readonly notice: Of;
}

export async function pendingNotices(): Promise<readonly PendingNotice<items.AnyNotice>[]> {
  const { items: pending } = await queryPage({ ...ofPartition(keys.notices), Limit: maxPending });
  return pending.map((item) => ({ sk: String(item.sk), notice: items.anyNotice.parse(item) }));
}

export const forgetNotice = (sk: string) =>
  table.send(new DeleteCommand({ TableName, Key: { pk: keys.notices, sk } }));
