import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { limits } from '../../shared/rules/limits.ts';
import { environment } from '../runtime/environment.ts';
import type { PdfKey, UploadKey } from './object-keys.ts';

const s3 = new S3Client({});

/** Seconds in which a file may be sent, and seconds for which a link to a PDF works. */
const uploadSeconds = 300;
const linkSeconds = limits.copyLink / 1000;

/** An address that takes exactly one file of 1 to 1,048,576 bytes under `key` (decision H-02). */
export const createUploadPost = (key: UploadKey) =>
  createPresignedPost(s3, {
    Bucket: environment('UPLOADS_BUCKET'),
    Key: key,
    Fields: { 'Content-Type': 'application/octet-stream' },
    Conditions: [
      ['content-length-range', 1, limits.upload],
      ['eq', '$Content-Type', 'application/octet-stream'],
    ],
    Expires: uploadSeconds,
  });

/** The size of an uploaded file in bytes; undefined when it has not arrived. */
export async function uploadedSize(key: UploadKey): Promise<number | undefined> {
  // One byte is asked for, because the refusal of a HEAD request does not say what was missing.
  const command = new GetObjectCommand({
    Bucket: environment('UPLOADS_BUCKET'),
    Key: key,
    Range: 'bytes=0-0',
  });
  try {
    const { ContentRange = '' } = await s3.send(command);
    return Number(ContentRange.slice(ContentRange.indexOf('/') + 1));
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
    throw error;
  }
}

export async function deleteUpload(key: UploadKey): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: environment('UPLOADS_BUCKET'), Key: key }));
}

export async function deleteConvertedFile(key: PdfKey): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: environment('DOCUMENTS_BUCKET'), Key: key }));
}

interface LinkOptions {
  /** Seconds; two minutes unless said otherwise. */
  readonly expiresIn?: number;
  /** Shown in the browser instead of being saved. */
  readonly isShown?: boolean;
}

/** A link that gives the PDF to whoever holds it. */
export const createDownloadLink = (
  key: PdfKey,
  fileName: string,
  { expiresIn = linkSeconds, isShown = false }: LinkOptions = {},
): Promise<string> =>
  getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket: environment('DOCUMENTS_BUCKET'),
      Key: key,
      ResponseContentType: 'application/pdf',
      ResponseContentDisposition: `${isShown ? 'inline' : 'attachment'}; filename="${fileName}"`,
    }),
    { expiresIn },
  );
