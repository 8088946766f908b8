import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { environment } from '../runtime/environment.ts';
import type { PdfKey, UploadKey } from './object-keys.ts';

const s3 = new S3Client({});

interface Address {
  readonly bucket: string;
  readonly key: UploadKey | PdfKey;
}

const named = ({ bucket, key }: Address) => ({ Bucket: bucket, Key: key });

export interface ObjectHead {
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

/** Writes an object of a package. An existing one stays unchanged. */
export const writeOnce = async (key: string, type: string, bytes: Uint8Array | string): Promise<void> => {
  const command = new PutObjectCommand({
    Bucket: environment('PACKAGES_BUCKET'),
    Key: key,
    Body: bytes,
    ContentType: type,
    IfNoneMatch: '*',
  });
  await s3.send(command).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'PreconditionFailed') throw error;
  });
};

/** Writes a file of the nightly export. A repeated run overwrites it. */
export const writeExport = async (key: string, type: string, text: string): Promise<void> => {
  const Bucket = environment('PACKAGES_BUCKET');
  await s3.send(new PutObjectCommand({ Bucket, Key: key, Body: text, ContentType: type }));
};

/** Writes the daily list of users. `day` is yyyy-mm-dd. */
export const writeUserExport = async (day: string, lines: string): Promise<void> => {
  await s3.send(
    new PutObjectCommand({
      Bucket: environment('USER_EXPORTS_BUCKET'),
      Key: `users/${day}.jsonl`,
      Body: lines,
      ContentType: 'application/jsonl',
    }),
  );
};

/** Reads an object of the packages bucket; undefined if there is none. */
export async function readPackaged(Key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: environment('PACKAGES_BUCKET'), Key }));
    return (await Body?.transformToByteArray()) ?? new Uint8Array();
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
    throw error;
  }
}
