import * as z from 'zod/mini';
import { pdfKey, upload, uploadKey } from '../aws/object-keys.ts';

/** What the first step hands to the converters: one upload, its type, and where its PDF goes. */
export const job = z.object({
  ...upload.shape,
  bucket: z.string(),
  key: uploadKey,
  kind: z.enum(['pdf', 'png', 'jpeg', 'docx']),
  /** The execution that holds the applicant's conversion lock. Missing in executions that an older version started. */
  run: z.optional(z.string()),
  /** Names the bytes that the first step saw. Missing in executions that an older version started. */
  etag: z.optional(z.string()),
  /** How many bytes they are. */
  file_size: z.optional(z.number()),
  output_bucket: z.string(),
  output_key: pdfKey,
});

export type Job = z.infer<typeof job>;

export type Converted = { readonly job: Job; readonly pages: number; readonly size: number };
export type Rejected = { readonly job: Job; readonly refused: string };
