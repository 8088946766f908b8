import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { tableOf } from './table.ts';

const outboxes = ['OUTBOX#mail', 'OUTBOX#systems', 'OUTBOX#moves'];

/** The work in the outboxes. */
export async function workOf(cloud: LocalCloud) {
  const { documents, TableName } = tableOf(cloud);
  const pages = await Promise.all(
    outboxes.map((pk) =>
      documents.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
        }),
      ),
    ),
  );
  return pages.flatMap(({ Items = [] }) => Items);
}

/** Ends the pauses before the next tries of work, but no try that is in progress. */
export async function endPauses(cloud: LocalCloud): Promise<void> {
  const { documents, TableName } = tableOf(cloud);
  for (const { pk, sk, tries, reason } of await workOf(cloud))
    if (tries === 0 || reason !== undefined)
      await documents
        .send(
          new UpdateCommand({
            ...{ TableName, Key: { pk, sk } },
            UpdateExpression: 'SET next_at = :now',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':now': 0 },
          }),
        )
        .catch((error: unknown) => {
          // A call that works in the meantime may have done it.
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
        });
}

/** A minute in which the clock starts the work that waits, and what runs every five minutes. */
export async function afterPauses(cloud: LocalCloud): Promise<void> {
  await endPauses(cloud);
  await cloud.runSchedules(new Date('2027-01-15T10:05:00Z'));
}
