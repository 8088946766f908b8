import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { keys, parts } from '../store/keys.ts';
import { isConditionFailure, TableName, table } from '../store/table.ts';

type Outcome = { readonly status: 'COMPLETED'; readonly pdf_key: string } | { readonly status: 'FAILED' };

/** Records how a copy ended, unless another one was asked for since. */
export const finishCopy = async (sub: string, id: string, outcome: Outcome): Promise<void> => {
  const pdfKey = outcome.status === 'COMPLETED' ? outcome.pdf_key : undefined;
  const update = new UpdateCommand({
    TableName,
    Key: { pk: keys.application(sub), sk: parts.copy },
    UpdateExpression:
      pdfKey === undefined ? 'SET #status = :status' : 'SET #status = :status, pdf_key = :pdf_key',
    ConditionExpression: 'id = :id AND #status <> :completed',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':id': id,
      ':status': outcome.status,
      ':completed': 'COMPLETED',
      ':pdf_key': pdfKey,
    },
  });
  await table.send(update).catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error;
  });
};
