import * as z from 'zod/mini';
import { conversionLockSeconds } from '../../shared/api/conversion-time.ts';
import type { Job, JobStart } from '../aws/conversion-job.ts';
import { keyOfConverted, type UploadKey, uploadKey, uploadOf } from '../aws/object-keys.ts';
import { detectFileType, headLength } from '../conversion/file-type.ts';
import { RejectedFile, rejectionMessages } from '../conversion/rejections.ts';
import {
  acquireConversionLock,
  claimConversion,
  markUploaded,
  recordFailed,
  recordWaiting,
  releaseConversionLock,
} from '../documents/conversions.ts';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { describeError, log } from '../runtime/log.ts';
import type { StoredDocument } from '../table/items.ts';

/** The state machine starts with the same input from an upload's event and from the conversion call. */
const event = z.object({
  bucket: z.string(),
  key: uploadKey,
  /** The name of the execution. It lets a repeated step recognize its own claim. */
  execution: z.optional(z.string()),
  /** When the execution started. */
  started: z.optional(z.string()),
});
type Event = z.infer<typeof event>;

type InspectionResult =
  | { readonly next: 'end' }
  /** With the input of this step, which the state machine then repeats. */
  | { readonly next: 'wait'; readonly detail: { readonly bucket: object; readonly object: object } }
  | { readonly next: 'convert' | 'office'; readonly job: Job };

const end: InspectionResult = { next: 'end' };

/**
 * The first step: records that the file arrived, claims the conversion if it was requested, waits for the
 * applicant's other conversion, and detects the file's type.
 */
export const handler = async (input: unknown): Promise<InspectionResult> => {
  const { execution: run = crypto.randomUUID(), ...found } = event.parse(input);
  const upload = { ...jobFor(found.bucket, found.key), run };
  const item = await markUploaded(upload);
  if (!item?.requested) return end;
  if (!(await claimConversion(upload, run))) return end;
  if (!(await acquireConversionLock(upload.sub, run))) return waitOrFail(upload, found);
  const result = await inspect(upload, item);
  if (result.next === 'end') await releaseConversionLock(upload.sub, run);
  return result;
};

/**
 * After its time a file fails instead of waiting. Its applicant's other files had all the time that they may
 * take.
 */
const waitOrFail = async (
  upload: JobStart,
  { bucket, key, started = new Date(now()).toISOString() }: Event,
): Promise<InspectionResult> => {
  if (now() > Date.parse(started) + conversionLockSeconds.longest * 1000) {
    await recordFailed(upload, rejectionMessages.waitedTooLong);
    return end;
  }
  await recordWaiting(upload, true);
  log({ level: 'info', event: 'conversion.delayed', applicant: upload.sub, gen: upload.gen });
  return { next: 'wait', detail: { bucket: { name: bucket }, object: { key } } };
};

const inspect = async (upload: JobStart, item: StoredDocument): Promise<InspectionResult> => {
  try {
    if (item.waiting) await recordWaiting(upload, false);
    const { readObjectHead } = await import('../aws/s3.ts');
    const { etag, ...file } = await readObjectHead(upload, headLength);
    const kind = detectFileType({ fileName: item.file_name ?? '', ...file });
    log({ level: 'info', event: 'upload.inspected', applicant: upload.sub, gen: upload.gen, kind });
    return {
      next: kind === 'docx' ? 'office' : 'convert',
      job: { ...upload, kind, etag, file_size: file.size },
    };
  } catch (error) {
    if (error instanceof RejectedFile) {
      await recordFailed(upload, error.message);
      return end;
    }
    log({
      level: 'error',
      event: 'conversion-step.failed',
      applicant: upload.sub,
      gen: upload.gen,
      error: describeError(error),
    });
    await recordFailed(upload, rejectionMessages.ourFault);
    await releaseConversionLock(upload.sub, upload.run ?? '');
    throw error;
  }
};

/** EventBridge sends keys unencoded, unlike S3's own notifications. */
const jobFor = (bucket: string, key: UploadKey) => {
  const upload = uploadOf(key);
  return {
    ...{ ...upload, bucket, key },
    output_bucket: environment('DOCUMENTS_BUCKET'),
    output_key: keyOfConverted(upload),
  };
};
