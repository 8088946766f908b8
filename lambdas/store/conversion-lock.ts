import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import type { Upload } from '../aws/object-keys.ts';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { keys, parts } from './keys.ts';
import { meetsCondition, TableName, table } from './table.ts';

/** The lock expires after this time, so a conversion that died cannot keep it. */
const lockDurationMs = deadlineSeconds.conversion * 1000;

/**
 * Acquires the applicant's conversion lock: one conversion of an applicant runs at a time, so one account's
 * slow documents cannot use up the converters. Returns false while another conversion holds it. A repeated
 * step acquires its own lock again.
 */
export const acquireConversionLock = (sub: ApplicantId, run: string): Promise<boolean> =>
  isWritten({
    Key: { pk: keys.application(sub), sk: parts.conversionLock },
    UpdateExpression: 'SET run = :run, ends = :ends',
    ConditionExpression: 'attribute_not_exists(run) OR ends < :now OR run = :run',
    ExpressionAttributeValues: { ':run': run, ':now': now(), ':ends': now() + lockDurationMs },
  });

/** Releases the lock. Returns false when another conversion holds it. */
export const releaseConversionLock = (sub: ApplicantId, run: string): Promise<boolean> =>
  isWritten({
    Key: { pk: keys.application(sub), sk: parts.conversionLock },
    UpdateExpression: 'REMOVE run, ends',
    ConditionExpression: 'run = :run',
    ExpressionAttributeValues: { ':run': run },
  });

/** Records whether an upload waits for the lock, and restarts the time until it counts as failed. */
export const recordWaiting = ({ sub, answer_key, gen }: Upload, isWaiting: boolean): Promise<boolean> =>
  isWritten({
    Key: { pk: keys.application(sub), sk: parts.document(answer_key) },
    UpdateExpression: 'SET waiting = :waiting, deadline = :deadline',
    ConditionExpression: 'gen = :gen',
    ExpressionAttributeValues: { ':gen': gen, ':waiting': isWaiting, ':deadline': now() + lockDurationMs },
  });

const isWritten = (update: Omit<UpdateCommand['input'], 'TableName'>): Promise<boolean> =>
  meetsCondition(table.send(new UpdateCommand({ TableName, ...update })));
