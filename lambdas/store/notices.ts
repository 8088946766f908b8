import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../runtime/clock.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { ofPartition, queryPage, TableName, table } from './table.ts';

export type { Notice } from './items.ts';

/** A notice that is older helps nobody anymore. */
const owedDays = 3;
/** In one run of the clock. */
const owedAtOnce = 200;

/** Keeps a notice for the clock to mail: the item, for the transaction that it belongs to. */
export const noticeItem = (notice: items.OwedNotice) => ({
  pk: keys.notices,
  sk: `${notice.at}#${randomUUID()}`,
  ...notice,
  expires_at: seconds(now()) + owedDays * 86_400,
});

/** Keeps a notice that could not be mailed at once. */
export async function oweNotice(notice: items.OwedNotice): Promise<void> {
  await table.send(new PutCommand({ TableName, Item: noticeItem(notice) }));
}

/** A notice that was not mailed yet, and its key. */
export interface PendingNotice<Of = items.Notice> {
  readonly sk: string;
  readonly notice: Of;
}

export async function owedNotices(): Promise<readonly PendingNotice<items.OwedNotice>[]> {
  const { items: owed } = await queryPage({ ...ofPartition(keys.notices), Limit: owedAtOnce });
  return owed.map((item) => ({ sk: String(item.sk), notice: items.owedNotice.parse(item) }));
}

export const forgetNotice = (sk: string) =>
  table.send(new DeleteCommand({ TableName, Key: { pk: keys.notices, sk } }));
