import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { clientOf } from './aws-clients.ts';

/** A table of a local cloud, for tests that look behind the product's back. */
export function tableOf(cloud: LocalCloud, id: 'Applications' | 'AuditLog' = 'Applications') {
  const client = clientOf(cloud, DynamoDBClient);
  const TableName = cloud.outputs[`Matricula-dev/Data/${id}/Resource`];
  if (TableName === undefined) throw new Error(`The cloud has no table ${id}.`);
  return { client, documents: DynamoDBDocumentClient.from(client), TableName };
}

/** Sets one attribute of every item whose sort key begins so, as if time or many callers had changed it. */
export async function setInItems(
  cloud: LocalCloud,
  prefix: string,
  { attribute, value }: { readonly attribute: string; readonly value: unknown },
): Promise<void> {
  const { documents, TableName } = tableOf(cloud);
  const found = await documents.send(
    new ScanCommand({
      TableName,
      FilterExpression: 'begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':prefix': prefix },
    }),
  );
  if (found.Items?.length === 0) throw new Error(`No item's sort key begins with ${prefix}.`);
  for (const { pk, sk } of found.Items ?? [])
    await documents.send(
      new UpdateCommand({
        TableName,
        Key: { pk, sk },
        UpdateExpression: 'SET #attribute = :value',
        ExpressionAttributeNames: { '#attribute': attribute },
        ExpressionAttributeValues: { ':value': value },
      }),
    );
}

/** Empties the list of the staff console, which has the applications of every test with the same cloud. */
export async function emptyConsoleList(cloud: LocalCloud): Promise<void> {
  const { documents, TableName } = tableOf(cloud);
  const { Items = [] } = await documents.send(
    new ScanCommand({
      TableName,
      FilterExpression: 'begins_with(pk, :row)',
      ExpressionAttributeValues: { ':row': 'ROW#' },
    }),
  );
  for (const { pk, sk } of Items) await documents.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
}
