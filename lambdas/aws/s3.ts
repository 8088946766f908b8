import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  type ListObjectVersionsCommandOutput,
  type ObjectIdentifier,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { environment } from '../runtime/environment.ts';
import { describeError, log } from '../runtime/log.ts';
import type { PdfKey, UploadKey } from './object-keys.ts';

export const s3 = new S3Client({});

/** The variable that names a bucket. */
export type BucketName = 'DOCUMENTS_BUCKET' | 'UPLOADS_BUCKET' | 'PACKAGES_BUCKET';

interface Address {
  readonly bucket: string;
  readonly key: UploadKey | PdfKey;
}

const named = ({ bucket, key }: Address) => ({ Bucket: bucket, Key: key });

interface ObjectHead {
  /** The size of the whole object, in bytes. */
  readonly size: number;
  readonly head: Uint8Array;
  /** Identifies these bytes. A file that is uploaded again under the same key has another one. */
  readonly etag: string;
}

/**
 * Reads an object's size and first bytes. A single GET returns both, and its error names what was missing,
 * unlike that of a HEAD.
 */
export const readObjectHead = async (address: Address, length: number): Promise<ObjectHead> => {
  try {
    const { Body, ContentRange = '', ETag } = await get(address, { Range: `bytes=0-${length - 1}` });
    const size = Number(ContentRange.slice(ContentRange.indexOf('/') + 1));
    return { size, head: (await Body?.transformToByteArray()) ?? new Uint8Array(), etag: ETag ?? '' };
  } catch (error) {
    // The object is empty.
    if (error instanceof Error && error.name === 'InvalidRange')
      return { size: 0, head: new Uint8Array(), etag: '' };
    throw error;
  }
};

/** The object no longer has the requested bytes. */
export class ObjectChanged extends Error {}

/** Reads the bytes of an object. With an etag, throws `ObjectChanged` if they were replaced. */
export const readObject = async ({ etag, ...address }: Address & { readonly etag?: string | undefined }) => {
  try {
    const { Body } = await get(address, { IfMatch: etag });
    return (await Body?.transformToByteArray()) ?? new Uint8Array();
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'PreconditionFailed')
      throw new ObjectChanged('The object was replaced.', { cause });
    throw cause;
  }
};

/**
 * True if these bytes are gone. S3 responds 403 for a missing object if the function may not list the bucket.
 */
export const isObjectGone = async (
  address: Address & { readonly etag?: string | undefined },
): Promise<boolean> => {
  try {
    const { Body } = await get(address, { Range: 'bytes=0-0', IfMatch: address.etag });
    await Body?.transformToByteArray();
    return false;
  } catch (error) {
    return (
      error instanceof S3ServiceException && [403, 404, 412].includes(error.$metadata.httpStatusCode ?? 0)
    );
  }
};

/**
 * Callers read the body, also one that they do not need: until then the reply keeps its connection, and the
 * 51st call of a client waits for a free one.
 */
const get = (address: Address, options: Pick<GetObjectCommandInput, 'Range' | 'IfMatch'>) =>
  s3.send(new GetObjectCommand({ ...named(address), ...options }));

export const writePdf = async (address: Address, pdf: Uint8Array): Promise<void> => {
  await s3.send(new PutObjectCommand({ ...named(address), Body: pdf, ContentType: 'application/pdf' }));
};

export const deleteObject = async (address: Address): Promise<void> => {
  await s3.send(new DeleteObjectCommand(named(address)));
};

const packaged = (Key: string) => ({ Bucket: environment('PACKAGES_BUCKET'), Key });

/** Writes an object of a package. An existing one stays unchanged. */
export const writeOnce = async (key: string, type: string, bytes: Uint8Array | string): Promise<void> => {
  const object = { ...packaged(key), Body: bytes, ContentType: type };
  await s3.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' })).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'PreconditionFailed') throw error;
  });
};

/** Writes a file of the nightly export. A repeated run overwrites it. */
export const writeExport = async (key: string, type: string, text: string): Promise<void> => {
  await s3.send(new PutObjectCommand({ ...packaged(key), Body: text, ContentType: type }));
};

/** Reads an object of the packages bucket; undefined if there is none. */
export async function readPackaged(key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand(packaged(key)));
    return (await Body?.transformToByteArray()) ?? new Uint8Array();
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
    throw error;
  }
}

/** Writes the daily list of users. `day` is yyyy-mm-dd. */
export const writeUserExport = async (day: string, lines: string): Promise<void> => {
  const object = { Bucket: environment('USER_EXPORTS_BUCKET'), Key: `users/${day}.jsonl` };
  await s3.send(new PutObjectCommand({ ...object, Body: lines, ContentType: 'application/jsonl' }));
};

/**
 * Lists every version and delete marker under a prefix of a bucket, in batches that one call can delete. An
 * object of a bucket without versions has one.
 */
export async function* listVersions(
  Prefix: string,
  bucket: BucketName = 'DOCUMENTS_BUCKET',
): AsyncGenerator<readonly ObjectIdentifier[]> {
  const Bucket = environment(bucket);
  let next: Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'> | undefined = {};
  while (next !== undefined) {
    const page: ListObjectVersionsCommandOutput = await s3.send(
      new ListObjectVersionsCommand({ Bucket, Prefix, ...next }),
    );
    const { Versions = [], DeleteMarkers = [] } = page;
    yield [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    next = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      : undefined;
  }
}

/**
 * Deletes versions. S3 reports success even when it could not delete some objects, so the reported failures
 * are thrown.
 */
export async function deleteVersions(
  Objects: readonly ObjectIdentifier[],
  bucket: BucketName = 'DOCUMENTS_BUCKET',
): Promise<void> {
  const command = new DeleteObjectsCommand({
    Bucket: environment(bucket),
    Delete: { Objects: [...Objects], Quiet: true },
  });
  const [failed] = (await s3.send(command)).Errors ?? [];
  if (failed !== undefined) throw new Error(`${failed.Key} could not be deleted: ${failed.Message}`);
}

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
 * not grow with it. If the stream fails, no object is created.
 */
export async function writeInParts(
  key: string,
  ContentType: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const own = packaged(key);
  const checked = { ChecksumAlgorithm: 'CRC32' } as const;
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...own, ContentType, ...checked }));
  const Parts: CompletedPart[] = [];
  try {
    for await (const Body of partsOf(chunks)) {
      const PartNumber = Parts.length + 1;
      const part = await s3.send(new UploadPartCommand({ ...own, UploadId, PartNumber, Body, ...checked }));
      Parts.push({ PartNumber, ETag: part.ETag, ChecksumCRC32: part.ChecksumCRC32 });
    }
    await s3.send(new CompleteMultipartUploadCommand({ ...own, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    await s3.send(new AbortMultipartUploadCommand({ ...own, UploadId })).catch((reason: unknown) => {
      // The bucket's lifecycle rule aborts it after a day.
      log({ level: 'warn', event: 'file-cleanup.failed', error: describeError(reason) });
    });
    throw error;
  }
}
