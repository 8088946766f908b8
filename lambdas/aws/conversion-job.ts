import * as z from 'zod/mini';
import { pdfKey, upload, uploadKey } from './object-keys.ts';

/** Input of the converters, written by the first step: the upload, its type, and the location of its PDF. */
export const job = z.object({
  ...upload.shape,
  bucket: z.string(),
  key: uploadKey,
  kind: z.enum(['pdf', 'png', 'jpeg', 'docx']),
  /** The execution that owns the applicant's conversion lock. */
  run: z.string(),
  /** Identifies the bytes that the first step read. */
  etag: z.string(),
  /** Their number of bytes. */
  file_size: z.number(),
  output_bucket: z.string(),
  output_key: pdfKey,
});

export type Job = z.infer<typeof job>;

/** A job before its file is read. */
export type JobStart = Omit<Job, 'kind' | 'etag' | 'file_size'>;

export type Converted = { readonly job: Job; readonly pages: number; readonly size: number };
export type Rejected = { readonly job: Job; readonly refused: string };
