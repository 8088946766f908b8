import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { meetsCondition, ofPartition, queryPage, TableName, table } from './table.ts';

export type { Notice } from './items.ts';

/** Days after which a pending notice is useless and expires. */
const pendingDays = 3;
/** Maximum notices in one scheduled run. */
const maxPending = 200;

/** A pending notice for the scheduled run, as an item for a transaction. */
export const noticeItem = (notice: items.AnyNotice) => ({
  pk: keys.notices,
  sk: `${notice.at}#${randomUUID()}`,
  ...notice,
  expires_at: seconds(now()) + pendingDays * 86_400,
});

/** The same for an answer of the office. Answers that follow before it is mailed share it. */
export const officeNoticeItem = (sub: ApplicantId, notice: items.OfficeNotice) => ({
  ...noticeItem(notice),
  sk: `${notice.kind}#${sub}`,
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
  const { items: pending } = await queryPage({ ...ofPartition(keys.notices), Limit: maxPending });
  return pending.flatMap((item) => {
    const notice = items.anyNotice.safeParse(item).data;
    return notice === undefined ? [] : [{ sk: String(item.sk), notice }];
  });
}

/** Deletes a notice that was mailed, unless a later one has replaced it in the meantime. */
export const forgetNotice = ({ sk, notice: { at } }: PendingNotice<items.AnyNotice>): Promise<boolean> =>
  meetsCondition(
    table.send(
      new DeleteCommand({
        TableName,
        Key: { pk: keys.notices, sk },
        ConditionExpression: '#at = :at',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':at': at },
      }),
    ),
  );
