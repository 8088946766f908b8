import * as z from 'zod/mini';
import { keyOfConverted, type UploadKey, uploadKey, uploadOf } from '../aws/object-keys.ts';
import { readObjectHead } from '../aws/s3-objects.ts';
import { environment } from '../runtime/environment.ts';
import { describeError, log } from '../runtime/log.ts';
import { claimConversion, markUploaded } from '../store/conversions.ts';
import { detectFileType, headLength } from './file-type.ts';
import type { Job } from './job.ts';
import { recordFailed } from './record-outcome.ts';
import { RejectedFile, rejectionMessages } from './rejections.ts';

/** The state machine starts with the same input from an upload's event and from the conversion call. */
const event = z.object({
  bucket: z.string(),
  key: uploadKey,
  /** The name of the execution. It lets a repeated step recognize its own claim. */
  execution: z.optional(z.string()),
});

export type InspectionResult =
  | { readonly next: 'end' }
  | { readonly next: 'convert' | 'office'; readonly job: Job };

const end: InspectionResult = { next: 'end' };

/**
 * The first step: records that the file arrived, claims the conversion if it was requested, and detects the file's
 * type.
 */
export const handler = async (input: unknown): Promise<InspectionResult> => {
  const { bucket, key, execution } = event.parse(input);
  const upload = jobFor(bucket, key);
  const item = await markUploaded(upload);
  if (!item?.requested) return end;
  if (!(await claimConversion(upload, execution ?? crypto.randomUUID()))) return end;
  try {
    const { etag, ...file } = await readObjectHead(upload, headLength);
    const kind = detectFileType({ fileName: item.file_name ?? '', ...file });
    log({ level: 'info', event: 'inspected', applicant: upload.sub, gen: upload.gen, kind });
    return {
      next: kind === 'docx' ? 'office' : 'convert',
      job: { ...upload, kind, etag, file_size: file.size },
    };
  } catch (error) {
    if (!(error instanceof RejectedFile)) {
      log({
        level: 'error',
        event: 'step failed',
        applicant: upload.sub,
        gen: upload.gen,
        error: describeError(error),
      });
      await recordFailed(upload, rejectionMessages.ourFault);
      throw error;
    }
    await recordFailed(upload, error.message);
    return end;
  }
};

/** EventBridge sends keys unencoded, unlike S3's own notifications. */
const jobFor = (bucket: string, key: UploadKey): Omit<Job, 'kind'> => {
  const upload = uploadOf(key);
  return {
    ...{ ...upload, bucket, key },
    output_bucket: environment('DOCUMENTS_BUCKET'),
    output_key: keyOfConverted(upload),
  };
};
