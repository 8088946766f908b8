import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../runtime/clock.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { TableName, table } from './table.ts';

export type { Notice } from './items.ts';

/** A notice that is older helps nobody anymore. */
const owedDays = 3;
/** In one run of the clock. */
const owedAtOnce = 200;

/** Keeps a notice that could not be mailed, for the clock to mail. */
export async function oweNotice(notice: items.Notice): Promise<void> {
  const Item = {
    pk: keys.notices,
    sk: `${notice.at}#${randomUUID()}`,
    ...notice,
    expires_at: seconds(now()) + owedDays * 86_400,
  };
  await table.send(new PutCommand({ TableName, Item }));
}

/** A notice that is still owed, and its key. */
interface OwedNotice {
  readonly sk: string;
  readonly notice: items.Notice;
}

export async function owedNotices(): Promise<readonly OwedNotice[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.notices },
      Limit: owedAtOnce,
    }),
  );
  return Items.map((item) => ({ sk: String(item.sk), notice: items.notice.parse(item) }));
}

export const forgetNotice = (sk: string) =>
  table.send(new DeleteCommand({ TableName, Key: { pk: keys.notices, sk } }));
