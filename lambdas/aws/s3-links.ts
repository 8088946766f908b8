import { GetObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { limits } from '../../shared/rules/limits.ts';
import { environment } from '../runtime/environment.ts';
import type { PdfKey, UploadKey } from './object-keys.ts';
import { type BucketName, readObjectHead, s3 } from './s3.ts';

/** Time within which a file can be sent, and for which a link to a PDF works. */
const uploadSeconds = 300;
const linkSeconds = limits.pdfLinkMs / 1000;

/** A form post that accepts exactly one file of 1 to 1,048,576 bytes under `key`. */
export const createUploadPost = (key: UploadKey) =>
  createPresignedPost(s3, {
    Bucket: environment('UPLOADS_BUCKET'),
    Key: key,
    Fields: { 'Content-Type': 'application/octet-stream' },
    Conditions: [
      ['content-length-range', 1, limits.uploadBytes],
      ['eq', '$Content-Type', 'application/octet-stream'],
    ],
    Expires: uploadSeconds,
  });

/** The size of an uploaded file in bytes; undefined when it has not arrived. */
export async function uploadedSize(key: UploadKey): Promise<number | undefined> {
  try {
    return (await readObjectHead({ bucket: environment('UPLOADS_BUCKET'), key }, 1)).size;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
    throw error;
  }
}

interface LinkOptions {
  /** Two minutes by default. */
  readonly expiresIn?: number;
  /** Show the PDF in the browser instead of saving it. */
  readonly isShown?: boolean;
}

/** A link to a PDF that works without logging in. */
export const createDownloadLink = (
  key: PdfKey,
  fileName: string,
  { expiresIn = linkSeconds, isShown = false }: LinkOptions = {},
): Promise<string> => {
  const disposition = `${isShown ? 'inline' : 'attachment'}; filename="${fileName}"`;
  const command = new GetObjectCommand({
    Bucket: environment('DOCUMENTS_BUCKET'),
    Key: key,
    ResponseContentType: 'application/pdf',
    ResponseContentDisposition: disposition,
  });
  return getSignedUrl(s3, command, { expiresIn });
};

/** Seconds. The operator's command downloads each file immediately. */
const operatorSeconds = 300;

interface ListedObject {
  readonly key: string;
  readonly size: number;
  /** A presigned link, valid for five minutes. */
  readonly url: string;
}

/** Lists the current objects under a prefix: the first 1,000, and applicants have far fewer. */
export async function listObjects(Prefix: string, bucket: BucketName): Promise<readonly ListedObject[]> {
  const Bucket = environment(bucket);
  const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
  const current = Versions.filter(({ IsLatest }) => IsLatest);
  return Promise.all(
    current.map(async ({ Key = '', Size = 0 }) => ({
      key: Key,
      size: Size,
      url: await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }), { expiresIn: operatorSeconds }),
    })),
  );
}
