import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { StoredApplication } from './application.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { isConditionFailure, isConflict, TableName, table } from './table.ts';

/** Milliseconds after which an unfinished PDF counts as failed. */
const copyTime = deadlineSeconds.applicationPdf * 1000;
/** Milliseconds for which a PDF is used. The bucket removes it after a day, so a new one is drawn well before that. */
const lifetime = 20 * 3_600_000;

/** The PDF of the current revision; undefined when none was requested since the last change. */
export function currentPdf({ pdf: copy, rev }: StoredApplication): items.StoredPdf | undefined {
  if (copy === undefined || copy.rev !== rev || now() > copy.deadline + lifetime) return undefined;
  const isLate = copy.status !== 'COMPLETED' && now() > copy.deadline;
  return isLate ? { ...copy, status: 'FAILED' } : copy;
}

/** Records that a PDF is being drawn; false when another request, or a change that removes PDFs, came first. */
export async function requestPdf(
  sub: ApplicantId,
  id: string,
  { pdf: copy, rev }: StoredApplication,
): Promise<boolean> {
  const put = new PutCommand({
    TableName,
    Item: {
      pk: keys.application(sub),
      sk: parts.copy,
      id,
      rev,
      status: 'UNPROCESSED',
      requested_at: new Date(now()).toISOString(),
      deadline: now() + copyTime,
    },
    ConditionExpression: copy === undefined ? 'attribute_not_exists(pk)' : 'id = :seen',
    ExpressionAttributeValues: copy === undefined ? undefined : { ':seen': copy.id },
  });
  try {
    await table.send(put);
    return true;
  } catch (error) {
    if (isConditionFailure(error) || isConflict(error)) return false;
    throw error;
  }
}

/** Forgets a PDF, so that the next request draws a new one, unless another was requested since. */
export async function forgetPdf(sub: ApplicantId, id: string): Promise<void> {
  const command = new DeleteCommand({
    TableName,
    Key: { pk: keys.application(sub), sk: parts.copy },
    ConditionExpression: 'id = :id',
    ExpressionAttributeValues: { ':id': id },
  });
  await table.send(command).catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error;
  });
}

/** The PDF's item as it is in the table, of whatever revision. */
export async function readStoredPdf(sub: ApplicantId): Promise<items.StoredPdf | undefined> {
  const Key = { pk: keys.application(sub), sk: parts.copy };
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item && items.applicationPdf.parse(Item);
}
