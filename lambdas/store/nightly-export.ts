import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { meetsCondition, TableName, table } from './table.ts';

/** Before this day no application was in a list, so the first export begins with it. */
const firstDay = '2026-11-01';

/**
 * Begins a nightly export, or returns the one that was interrupted: two runs of one night, and the repetition
 * of one that failed, export the same applications.
 */
export async function beginExport(until: string): Promise<items.NightlyExport> {
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName,
      Key: keys.nightlyExport,
      UpdateExpression: 'SET #from = if_not_exists(#from, :first), #until = if_not_exists(#until, :until)',
      ExpressionAttributeNames: { '#from': 'from', '#until': 'until' },
      ExpressionAttributeValues: { ':first': firstDay, ':until': until },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return items.nightlyExport.parse(Attributes);
}

interface Reached {
  readonly submitted: string;
  readonly changed: string;
  readonly erased: string;
}

/** The next export begins where this one ended. False when another run has ended it before. */
export const endExport = (
  { until }: items.NightlyExport,
  { submitted, changed, erased }: Reached,
): Promise<boolean> =>
  meetsCondition(
    table.send(
      new UpdateCommand({
        TableName,
        Key: keys.nightlyExport,
        UpdateExpression:
          'SET #from = :submitted, changes_from = :changed, erased_from = :erased REMOVE #until',
        ConditionExpression: '#until = :until',
        ExpressionAttributeNames: { '#from': 'from', '#until': 'until' },
        ExpressionAttributeValues: {
          ...{ ':submitted': submitted, ':changed': changed, ':erased': erased },
          ':until': until,
        },
      }),
    ),
  );
