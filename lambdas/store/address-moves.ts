import { randomUUID } from 'node:crypto';
import { DeleteCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { auditEntry } from './audit-log.ts';
import type { Write } from './change.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { noticeItem, type PendingNotice } from './notices.ts';
import { retryUntilDone } from './retry.ts';
import { addRowRebuild } from './row-rebuilds.ts';
import { failedConditions, meetsCondition, queryPartition, TableName, table } from './table.ts';

// Changes of address whose codes were right. Each record is written before the user pool changes the address,
// and deleted when everything that follows is done, so that the scheduled run can finish what a call could
// not.

const write = (TransactItems: readonly Write[]) =>
  table.send(
    new TransactWriteCommand({ TransactItems: [...TransactItems], ClientRequestToken: randomUUID() }),
  );

const put = (Item: Record<string, unknown>): Write => ({ Put: { TableName, Item } });

/** Writes a transaction, again after a conflict; false when its first condition fails. */
async function isWritten(writes: readonly Write[]): Promise<boolean> {
  const written = await retryUntilDone(() =>
    write(writes).then(
      () => true,
      (error: unknown) => (failedConditions(error) === undefined ? undefined : false),
    ),
  );
  if (written === undefined) throw new Error('Other writes left no time for the change of address.');
  return written;
}

/** Records that a change begins. False when the applicant has an unfinished one. */
export async function beginAddressMove(move: items.AddressMove): Promise<boolean> {
  const record: Write = {
    Put: {
      TableName,
      Item: { ...move, ...keys.addressMove(move.sk) },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
  return isWritten([record, await auditEntry(move.sk, 'address-change-begun')]);
}

export async function findAddressMove(sub: ApplicantId): Promise<items.AddressMove | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName, Key: keys.addressMove(sub), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : items.addressMove.parse(Item);
}

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
  const told: Write = {
    Put: {
      TableName,
      Item: { ...move, ...keys.addressMove(sub), is_told: true },
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(is_told)',
    },
  };
  const forStaff = {
    ...{ pk: keys.application(sub), sk: parts.address },
    ...{ at: new Date(now()).toISOString(), username: address },
  };
  const entry = await auditEntry(sub, 'address-changed');
  const rebuild = addRowRebuild(sub, at);
  const isFirst = await isWritten([told, entry, put(forStaff), rebuild, ...notices.map(put)]);
  return isFirst ? notices.map(({ sk, ...item }) => ({ sk, notice: items.notice.parse(item) })) : [];
}

/** Deletes the record of a change; nothing happens if a newer change replaced it. */
export async function forgetAddressMove({ sk, at }: items.AddressMove): Promise<void> {
  const command = new DeleteCommand({
    TableName,
    Key: keys.addressMove(sk),
    ConditionExpression: '#at = :at',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':at': at },
  });
  await meetsCondition(table.send(command));
}
