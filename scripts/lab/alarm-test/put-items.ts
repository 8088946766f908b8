import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { LocalCloud } from '../../local-cloud/index.ts';

type Item = Readonly<Record<string, string | number>>;

const attribute = (value: string | number) =>
  typeof value === 'string' ? { S: value } : { N: String(value) };

/** Puts items in the table as if functions had written them. */
export async function putItems(
  { url, credentials, outputs }: LocalCloud,
  items: readonly Item[],
): Promise<void> {
  const client = new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials });
  const TableName = Object.entries(outputs).find(([path]) =>
    path.endsWith('/Data/Applications/Resource'),
  )?.[1];
  for (const item of items) {
    const Item = Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attribute(value)]));
    await client.send(new PutItemCommand({ TableName, Item }));
  }
}
