import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { environment } from '../runtime/environment.ts';
import type { ApplicantId, UploadId } from '../runtime/ids.ts';
import { type UploadKey, uploadOf } from './object-keys.ts';

const stepFunctions = new SFNClient({});

/** Starts an execution with a name. Starting the same name again does nothing. */
async function start(machine: string, name: string, input: unknown): Promise<void> {
  const command = new StartExecutionCommand({
    stateMachineArn: environment(machine),
    name,
    input: JSON.stringify(input),
  });
  await stepFunctions.send(command).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'ExecutionAlreadyExists') throw error;
  });
}

/** All starts by calls are one execution. */
export const startConversion = (gen: UploadId, key: UploadKey): Promise<void> =>
  start('CONVERSION_MACHINE_ARN', gen, uploaded(key));

/**
 * All events of one upload are one execution. It is another one than that of the calls: an event that comes
 * before the request leaves the conversion to the call.
 */
export const startConversionByEvent = (key: UploadKey): Promise<void> =>
  start('CONVERSION_MACHINE_ARN', `event-${uploadOf(key).gen}`, uploaded(key));

/** It has the shape of the S3 event that an upload causes. */
const uploaded = (key: UploadKey) => ({
  detail: { bucket: { name: environment('UPLOADS_BUCKET') }, object: { key } },
});

export const startApplicationPdf = (id: string, sub: ApplicantId): Promise<void> =>
  start('APPLICATION_PDF_MACHINE_ARN', id, { sub, id });
