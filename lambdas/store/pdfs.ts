import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { StoredApplication } from './application.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { isConditionFailure, isConflict, TableName, table } from './table.ts';

/** A copy that is not there after a minute will not come. Milliseconds. */
const copyTime = 60_000;
/** The bucket forgets a copy after a day; well before that the next request makes a new one. Milliseconds. */
const lifetime = 20 * 3_600_000;

/** The copy of the application as it stands now; undefined when none was asked for since the last change. */
export function currentPdf({ pdf: copy, rev }: StoredApplication): items.StoredPdf | undefined {
  if (copy === undefined || copy.rev !== rev || now() > copy.deadline + lifetime) return undefined;
  const isLate = copy.status !== 'COMPLETED' && now() > copy.deadline;
  return isLate ? { ...copy, status: 'FAILED' } : copy;
}

/** Notes that a copy is being made; false when another request was first, or a change that ends copies. */
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

/** Forgets a copy, unless another one was asked for since, so that the next request makes a new one. */
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

/** The copy of an application as the table has it now, however old the answers in it are. */
export async function readStoredPdf(sub: ApplicantId): Promise<items.StoredPdf | undefined> {
  const Key = { pk: keys.application(sub), sk: parts.copy };
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item && items.applicationPdf.parse(Item);
}
