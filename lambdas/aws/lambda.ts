import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { environment } from '../runtime/environment.ts';
import type { ApplicantId } from '../runtime/ids.ts';

const lambda = new LambdaClient({ maxAttempts: 1 });

/** An applicant waits for the answer, and the clock does the same within a minute. */
const timeoutMs = 1_000;

/** Has a submission's package delivered, without waiting for it. */
export async function startDelivery(sub: ApplicantId): Promise<void> {
  const command = new InvokeCommand({
    FunctionName: environment('DELIVERY_FUNCTION'),
    InvocationType: 'Event',
    Payload: JSON.stringify({ sub }),
  });
  await lambda.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) });
}
