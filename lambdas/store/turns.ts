import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import type { Upload } from '../aws/object-keys.ts';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { keys, parts } from './keys.ts';
import { meetsCondition, TableName, table } from './table.ts';

/** Milliseconds after which a conversion has ended, even if nothing is left that could end its turn. */
const conversionTime = deadlineSeconds.conversion * 1000;

/**
 * Takes the applicant's turn to convert, of which there is one; false while another conversion has it. A repeated step
 * takes its own turn again.
 */
export const takeTurn = (sub: ApplicantId, run: string): Promise<boolean> =>
  isWritten({
    Key: { pk: keys.application(sub), sk: parts.turn },
    UpdateExpression: 'SET run = :run, ends = :ends',
    ConditionExpression: 'attribute_not_exists(run) OR ends < :now OR run = :run',
    ExpressionAttributeValues: { ':run': run, ':now': now(), ':ends': now() + conversionTime },
  });

/** Ends a turn, unless another conversion has it. */
export const endTurn = (sub: ApplicantId, run: string): Promise<boolean> =>
  isWritten({
    Key: { pk: keys.application(sub), sk: parts.turn },
    UpdateExpression: 'REMOVE run, ends',
    ConditionExpression: 'run = :run',
    ExpressionAttributeValues: { ':run': run },
  });

/** Records whether an upload waits for its turn. The time until it counts as failed starts anew. */
export const recordWaiting = ({ sub, answer_key, gen }: Upload, isWaiting: boolean): Promise<boolean> =>
  isWritten({
    Key: { pk: keys.application(sub), sk: parts.document(answer_key) },
    UpdateExpression: 'SET waiting = :waiting, deadline = :deadline',
    ConditionExpression: 'gen = :gen',
    ExpressionAttributeValues: { ':gen': gen, ':waiting': isWaiting, ':deadline': now() + conversionTime },
  });

const isWritten = (update: Omit<UpdateCommand['input'], 'TableName'>): Promise<boolean> =>
  meetsCondition(table.send(new UpdateCommand({ TableName, ...update })));
