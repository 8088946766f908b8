import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { environment } from '../runtime/environment.ts';

const lambda = new LambdaClient({ maxAttempts: 1 });

/** An applicant waits for the answer, and the clock does the same within a minute. */
const timeoutMs = 1_000;

async function start(FunctionName: string, input: object): Promise<void> {
  const command = new InvokeCommand({
    ...{ FunctionName, InvocationType: 'Event' },
    Payload: JSON.stringify(input),
  });
  await lambda.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) });
}

/** Has a submission's package delivered, without waiting for it. */
export const startDelivery = (confirmation: string): Promise<void> =>
  start(environment('OUTBOX_FUNCTION'), { task: 'submission', confirmation });
