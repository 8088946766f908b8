import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { eventually } from './eventually.ts';
import { runRetention } from './retention.ts';
import { setInItems, tableOf } from './table.ts';

async function itemsIn(cloud: LocalCloud, partitions: string) {
  const { documents, TableName } = tableOf(cloud);
  const { Items = [] } = await documents.send(
    new ScanCommand({
      TableName,
      FilterExpression: 'begins_with(pk, :partitions)',
      ExpressionAttributeValues: { ':partitions': partitions },
    }),
  );
  return Items;
}

/** Deletes an applicant for an operator, up to the end of the deletion. */
export async function eraseToTheEnd(cloud: LocalCloud, email: string): Promise<void> {
  const { state } = await runRetention(cloud, { command: 'erase', user: email });
  if (state !== 'settling') throw new Error(`The deletion is ${String(state)}.`);
  // A delivery or a receipt that was on its way is deleted by a later pass.
  await eventually(async () => {
    for (const { sk } of await itemsIn(cloud, 'ERASURE#'))
      await setInItems(cloud, sk, { attribute: 'settled', value: 1 });
    await cloud.runSchedules(new Date('2026-11-22T08:05:00Z'));
    expect(await itemsIn(cloud, 'ERASURE#')).toEqual([]);
  });
}

/** The items by which exports list deleted applications. */
export const erasedItems = (cloud: LocalCloud) => itemsIn(cloud, 'LIST#erased#');

/** Makes a deletion look as if it had ended at another moment (ISO 8601). */
export async function lookErasedAt(
  cloud: LocalCloud,
  confirmation: string,
  erased_at: string,
): Promise<void> {
  const { documents, TableName } = tableOf(cloud);
  const item = (await erasedItems(cloud)).find((each) => each.confirmation === confirmation);
  if (item === undefined) throw new Error(`${confirmation} is not listed as deleted.`);
  const key = { pk: `LIST#erased#${erased_at.slice(0, 10)}`, sk: `${erased_at}#${confirmation}` };
  await documents.send(new DeleteCommand({ TableName, Key: { pk: item.pk, sk: item.sk } }));
  await documents.send(new PutCommand({ TableName, Item: { ...item, ...key, erased_at } }));
}
