import * as z from 'zod/mini';
import { type ApplicantId, applicantId, documentKey, uploadId } from '../runtime/ids.ts';

/** An object of the uploads bucket: a file as an applicant sent it. */
export const uploadKey = z.string().check(z.startsWith('uploads/')).brand<'UploadKey'>();
export type UploadKey = z.output<typeof uploadKey>;

/** An object of the documents bucket: a converted upload, or an application PDF. */
export const pdfKey = z
  .string()
  .check(z.regex(/^(documents|copies)\//))
  .brand<'PdfKey'>();
export type PdfKey = z.output<typeof pdfKey>;

/** One upload: whose it is, the file question that it answers, and its own id. */
export const upload = z.object({ sub: applicantId, answer_key: documentKey, gen: uploadId });
export type Upload = z.output<typeof upload>;

export const keyOfUpload = ({ sub, answer_key, gen }: Upload): UploadKey =>
  uploadKey.parse(`uploads/${sub}/${answer_key}/${gen}`);

/** The upload that a key names; throws for the key of anything else. */
export function uploadOf(key: UploadKey): Upload {
  const [, sub, answer_key, gen] = key.split('/');
  return upload.parse({ sub, answer_key, gen });
}

export const keyOfConverted = ({ sub, answer_key, gen }: Upload): PdfKey =>
  pdfKey.parse(`documents/${sub}/${answer_key}/${gen}.pdf`);

/** Under which all application PDFs of one applicant lie. */
export const applicationPdfFolder = (sub: ApplicantId): string => `copies/${sub}/`;

export const keyOfApplicationPdf = (sub: ApplicantId, id: string): PdfKey =>
  pdfKey.parse(`${applicationPdfFolder(sub)}${id}.pdf`);
