import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { environment } from '../runtime/environment.ts';

const lambda = new LambdaClient({ maxAttempts: 1 });

/** An applicant waits for the answer, and the clock does the same within a minute. */
const timeoutMs = 1_000;

/** Has a submission's package delivered, without waiting for it. */
export async function startDelivery(confirmation: string): Promise<void> {
  const command = new InvokeCommand({
    ...{ FunctionName: environment('OUTBOX_FUNCTION'), InvocationType: 'Event' },
    Payload: JSON.stringify({ task: 'submission', confirmation }),
  });
  await lambda.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) });
}
