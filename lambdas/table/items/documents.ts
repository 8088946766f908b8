import * as z from 'zod/mini';
import { pdfKey, uploadKey } from '../../aws/object-keys.ts';
import { uploadId } from '../../runtime/ids.ts';

// Items of uploaded documents and of PDF copies.

export const documentStatus = z.enum(['UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED']);

/**
 * One upload of one file question, identified by `gen`. Every later write requires that it is still the
 * current one.
 */
const upload = z.object({
  gen: uploadId,
  object_key: uploadKey,
  uploaded: z.boolean(),
  requested: z.boolean(),
  file_name: z.optional(z.string()),
  file_size: z.optional(z.number()),
  status: z.optional(documentStatus),
  message: z.optional(z.string()),
  pdf_key: z.optional(pdfKey),
  /** Milliseconds since 1970, after which an unfinished conversion counts as failed. */
  deadline: z.optional(z.number()),
  /** True while another file of the applicant is converted first. */
  waiting: z.optional(z.boolean()),
  /** Time at which a document of a checklist item was converted, and so reached the office (ISO 8601). */
  sent_at: z.optional(z.string()),
});

export const document = z.object({
  ...upload.shape,
  /** The converted document that this upload replaces. It stays attached until this one is converted. */
  replaces: z.optional(upload),
});
export type StoredDocument = z.output<typeof document>;

/** Number of recent uploads or requests, and the start of the count in milliseconds since 1970. */
export const recentCount = z.object({ since: z.number(), count: z.number() });
export type RecentCount = z.output<typeof recentCount>;

/** The files of a deleted or replaced document, until they are deleted. */
export const removal = z.object({
  gen: uploadId,
  object_key: uploadKey,
  pdf_key: z.optional(pdfKey),
  /** Milliseconds since 1970, until which a conversion may still write the PDF. */
  until: z.optional(z.number()),
});
export type Removal = z.output<typeof removal>;

export const applicationPdf = z.object({
  id: z.string(),
  rev: z.number(),
  status: documentStatus,
  deadline: z.number(),
  pdf_key: z.optional(pdfKey),
  /** The keys of questions and titles of sections that it is drawn without; missing if it has all. */
  hides: z.optional(z.array(z.string())),
  /** The checklist on page one, and the day that page names; missing in a draft. */
  checklist: z.optional(
    z.object({ received: z.record(z.string(), z.string()), missing: z.array(z.string()), on: z.string() }),
  ),
});
export type StoredPdf = z.output<typeof applicationPdf>;
