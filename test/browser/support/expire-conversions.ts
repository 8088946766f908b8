import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { LocalCloud } from '../../../scripts/local-cloud/index.ts';

/** Moves the deadline of every conversion of one answer into the past, in the table. */
export async function expireConversions(
  { url, credentials, outputs }: LocalCloud,
  answer_key: string,
): Promise<void> {
  const client = new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials });
  const table = DynamoDBDocumentClient.from(client);
  const TableName = outputs['Matricula-dev/Data/Applications/Resource'] ?? '';
  const { Items = [] } = await table.send(new ScanCommand({ TableName }));
  for (const { pk, sk } of Items.filter((item) => item.sk === `DOC#${answer_key}`))
    await table.send(
      new UpdateCommand({
        TableName,
        Key: { pk, sk },
        UpdateExpression: 'SET deadline = :past',
        ExpressionAttributeValues: { ':past': Date.now() - 1 },
      }),
    );
}
