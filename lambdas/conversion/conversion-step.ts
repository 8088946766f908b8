import { type Converted, type Job, job, type Rejected } from '../aws/conversion-job.ts';
import { ObjectChanged, readObject, writePdf } from '../aws/s3.ts';
import { log } from '../runtime/log.ts';
import { checkFileType } from './file-type.ts';
import { ConverterFailure, RejectedFile, rejectFile, rejectionMessages } from './rejections.ts';
import type { SanitizedPdf } from './sanitize-pdf.ts';

type Convert = (bytes: Uint8Array, job: Job) => Promise<SanitizedPdf>;

/**
 * A step of the state machine that turns one upload into one PDF. A rejected file is a result; any other
 * error is thrown, and the state machine records it.
 */
export const conversionStep =
  (convert: Convert) =>
  async (event: unknown): Promise<Converted | Rejected> => {
    const input = job.parse(event);
    const started = performance.now();
    try {
      const { bytes, pages } = await convert(await readUpload(input), input);
      await writePdf({ bucket: input.output_bucket, key: input.output_key }, bytes);
      log({
        level: 'info',
        event: 'conversion.succeeded',
        ...about(input, started),
        pages,
        size: bytes.length,
      });
      return { job: input, pages, size: bytes.length };
    } catch (error) {
      if (!(error instanceof RejectedFile)) throw error;
      const [reason, cause] = [error.message, String(error.cause ?? '')];
      const line =
        error instanceof ConverterFailure
          ? ({ level: 'error', event: 'conversion.failed' } as const)
          : ({ level: 'warn', event: 'conversion.rejected' } as const);
      log({ ...line, ...about(input, started), reason, cause });
      return { job: input, refused: error.message };
    }
  };

/**
 * The bytes that the first step saw, or a rejection: an applicant can send another file under the same key
 * while this one is being converted.
 */
const readUpload = async (input: Job) => {
  try {
    const bytes = await readObject(input);
    checkFileType(bytes, input.kind);
    return bytes;
  } catch (error) {
    if (error instanceof ObjectChanged) return rejectFile(rejectionMessages.unreadable, error);
    throw error;
  }
};

const about = ({ sub, answer_key, gen, kind }: Job, started: number) => ({
  applicant: sub,
  answer_key,
  gen,
  kind,
  milliseconds: Math.round(performance.now() - started),
});
