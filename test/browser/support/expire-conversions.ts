import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { LocalCloud } from '../../../scripts/local-cloud/index.ts';
import { tableOf } from '../../support/table.ts';

/** Moves the deadline of every conversion of one answer into the past, in the table. */
export async function expireConversions(cloud: LocalCloud, answer_key: string): Promise<void> {
  const { documents, TableName } = tableOf(cloud);
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
  for (const { pk, sk } of Items.filter((item) => item.sk === `DOC#${answer_key}`))
    await documents.send(
      new UpdateCommand({
        TableName,
        Key: { pk, sk },
        UpdateExpression: 'SET deadline = :past',
        ExpressionAttributeValues: { ':past': Date.now() - 1 },
      }),
    );
}
