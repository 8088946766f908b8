import * as z from 'zod/mini';
import { uploadKey } from '../aws/object-keys.ts';
import { startConversionByEvent } from '../aws/step-functions.ts';

/** S3's event about a file that has arrived. */
const event = z.object({ detail: z.object({ object: z.object({ key: uploadKey }) }) });

/**
 * Starts the conversion of an uploaded file, once for each upload: its form can be posted again until it
 * expires, and an event may come twice. A rule that targets the state machine itself would start an execution
 * for each event. When it fails, Lambda calls it twice more and then keeps the event for operators.
 */
export const handler = async (input: unknown): Promise<void> => {
  await startConversionByEvent(event.parse(input).detail.object.key);
};
