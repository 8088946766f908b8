import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';

const s3 = new S3Client({});

interface Address {
  readonly bucket: string;
  readonly key: string;
}

const named = ({ bucket, key }: Address) => ({ Bucket: bucket, Key: key });

export const sizeOf = async (address: Address) =>
  (await s3.send(new HeadObjectCommand(named(address)))).ContentLength ?? 0;

/** The first bytes of an object that is not empty: asking an empty one for a range is an error. */
export const headOf = (address: Address, length: number) =>
  bytes(address, { Range: `bytes=0-${length - 1}` });

export const readObject = (address: Address) => bytes(address, {});

const bytes = async (address: Address, range: { Range?: string }): Promise<Uint8Array> => {
  const { Body } = await s3.send(new GetObjectCommand({ ...named(address), ...range }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
};

export const writePdf = async (address: Address, pdf: Uint8Array): Promise<void> => {
  await s3.send(new PutObjectCommand({ ...named(address), Body: pdf, ContentType: 'application/pdf' }));
};

export const removeObject = async (address: Address): Promise<void> => {
  await s3.send(new DeleteObjectCommand(named(address)));
};
