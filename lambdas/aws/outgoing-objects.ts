import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { environment } from '../runtime/environment.ts';

const s3 = new S3Client({});

/** The bucket and region of a receiver. */
export interface ReceiverBucket {
  readonly bucket: string;
  readonly region: string;
}

/** Reads an object of the packages bucket. */
export async function readPackaged(Key: string): Promise<Uint8Array> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: environment('PACKAGES_BUCKET'), Key }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

/** Writes a file that waits to be sent. A repeated run overwrites it. */
export async function writeOutgoing(Key: string, Body: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: environment('PACKAGES_BUCKET'), Key, Body }));
}

export async function deleteOutgoing(Key: string): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: environment('PACKAGES_BUCKET'), Key }));
}

/** Writes a file into the receiver's bucket. S3 shows it only when it is complete. */
export async function writeToReceiver(
  { bucket, region }: ReceiverBucket,
  Key: string,
  Body: Uint8Array,
): Promise<void> {
  const client = new S3Client({ region });
  await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
}
