import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
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
}

/** An object's size and its first bytes. One GET gives both; a failed HEAD would not say what was missing. */
export const readObjectHead = async (address: Address, length: number): Promise<ObjectHead> => {
  try {
    const { Body, ContentRange = '' } = await get(address, { Range: `bytes=0-${length - 1}` });
    const size = Number(ContentRange.slice(ContentRange.indexOf('/') + 1));
    return { size, head: (await Body?.transformToByteArray()) ?? new Uint8Array() };
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidRange') return { size: 0, head: new Uint8Array() }; // empty
    throw error;
  }
};

export const readObject = async (address: Address): Promise<Uint8Array> => {
  const { Body } = await get(address);
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
};

const get = (address: Address, range: { readonly Range?: string } = {}) =>
  s3.send(new GetObjectCommand({ ...named(address), ...range }));

export const writePdf = async (address: Address, pdf: Uint8Array): Promise<void> => {
  await s3.send(new PutObjectCommand({ ...named(address), Body: pdf, ContentType: 'application/pdf' }));
};

export const deleteObject = async (address: Address): Promise<void> => {
  await s3.send(new DeleteObjectCommand(named(address)));
};

/** Writes the list of users of a day (yyyy-mm-dd). */
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
