import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ApplicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { ofPartition, queryAll, readItem, TableName, table } from './table.ts';

// Counts of applications by the week in which they were begun. They are counted from what is stored anyway,
// and have no ids, names or addresses.

export type WeekCounts = items.StoredWeek;

/** Stores the counts of some weeks. A week that had counts before gets the new ones. */
export async function storeWeeks(weeks: readonly WeekCounts[]): Promise<void> {
  for (const { sk, ...counts } of weeks)
    await table.send(new PutCommand({ TableName, Item: { ...keys.weekCounts(sk), ...counts } }));
}

/** The counts of the weeks since a Monday, oldest first. */
export const weeksSince = async (monday: string): Promise<readonly WeekCounts[]> =>
  (
    await queryAll({
      KeyConditionExpression: 'pk = :pk AND sk >= :since',
      ExpressionAttributeValues: { ':pk': keys.weekCounts(monday).pk, ':since': monday },
    })
  ).map((item) => items.week.parse(item));

/** Time at which a submitted application was begun. Earlier versions did not store it. */
export const beginOf = async (sub: ApplicantId): Promise<string | undefined> =>
  (await readItem({ pk: keys.application(sub), sk: parts.meta }, items.meta))?.started_at;

/** The validation reports that are kept of an applicant: messages by the key of a question. */
export async function readValidationReports(
  sub: ApplicantId,
): Promise<readonly Readonly<Record<string, readonly string[]>>[]> {
  const found = await queryAll(ofPartition(keys.validationReports(sub)));
  return found
    .filter(({ validations }) => validations !== undefined)
    .map((item) => items.validationReport.parse(item).validations);
}
