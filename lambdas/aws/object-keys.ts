import * as z from 'zod/mini';
import { type ApplicantId, applicantId, documentKey, uploadId } from '../runtime/ids.ts';

/** The key of a file as the applicant sent it, in the uploads bucket. */
export const uploadKey = z.string().check(z.startsWith('uploads/')).brand<'UploadKey'>();
export type UploadKey = z.output<typeof uploadKey>;

/** The key of a converted upload or of an application PDF, in the documents bucket. */
export const pdfKey = z
  .string()
  .check(z.regex(/^(documents|application-pdfs)\//))
  .brand<'PdfKey'>();
export type PdfKey = z.output<typeof pdfKey>;

/** One upload: its applicant, the file question it answers, and its own id. */
export const upload = z.object({ sub: applicantId, answer_key: documentKey, gen: uploadId });
export type Upload = z.output<typeof upload>;

export const keyOfUpload = ({ sub, answer_key, gen }: Upload): UploadKey =>
  uploadKey.parse(`uploads/${sub}/${answer_key}/${gen}`);

/** The upload that a key belongs to; throws when the key is not an upload's. */
export function uploadOf(key: UploadKey): Upload {
  const [, sub, answer_key, gen] = key.split('/');
  return upload.parse({ sub, answer_key, gen });
}

export const keyOfConverted = ({ sub, answer_key, gen }: Upload): PdfKey =>
  pdfKey.parse(`documents/${sub}/${answer_key}/${gen}.pdf`);

/** The prefixes of all files that one applicant sent, and of what they were converted to. */
export const uploadFolder = (sub: ApplicantId): string => `uploads/${sub}/`;
export const convertedFolder = (sub: ApplicantId): string => `documents/${sub}/`;

/** The prefix of the package that a submitted application becomes. */
export const packageFolder = (confirmation: string): string => `packages/${confirmation}/`;

/** The prefix of all application PDFs of one applicant. */
export const applicationPdfFolder = (sub: ApplicantId): string => `application-pdfs/${sub}/`;

export const keyOfApplicationPdf = (sub: ApplicantId, id: string): PdfKey =>
  pdfKey.parse(`${applicationPdfFolder(sub)}${id}.pdf`);
