import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { environment } from '../runtime/environment.ts';
import { describeError, log } from '../runtime/log.ts';

const s3 = new S3Client({});

/** S3 accepts at most 10,000 parts of at least 5 MB: these are enough for 80 GB. */
const partSize = 8 * 1024 * 1024;

/** Joins chunks of any size into parts. The last one may be smaller. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [waiting, size]: [Uint8Array[], number] = [[], 0];
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < partSize) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/**
 * Writes a stream of unknown length into an object of the packages bucket, a part at a time, so memory does
 * not grow with it. Returns its size in bytes. If the stream fails, no object is created.
 */
export async function writeInParts(
  Key: string,
  ContentType: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const own = { Bucket: environment('PACKAGES_BUCKET'), Key };
  const checked = { ChecksumAlgorithm: 'CRC32' } as const;
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...own, ContentType, ...checked }));
  const Parts: CompletedPart[] = [];
  let size = 0;
  try {
    for await (const Body of partsOf(chunks)) {
      const PartNumber = Parts.length + 1;
      const part = await s3.send(new UploadPartCommand({ ...own, UploadId, PartNumber, Body, ...checked }));
      Parts.push({ PartNumber, ETag: part.ETag, ChecksumCRC32: part.ChecksumCRC32 });
      size += Body.length;
    }
    await s3.send(new CompleteMultipartUploadCommand({ ...own, UploadId, MultipartUpload: { Parts } }));
    return size;
  } catch (error) {
    await s3.send(new AbortMultipartUploadCommand({ ...own, UploadId })).catch((reason: unknown) => {
      // The bucket's lifecycle rule aborts it after a day.
      log({ level: 'warn', event: 'file-cleanup.failed', error: describeError(reason) });
    });
    throw error;
  }
}
