import { unexpectedErrorMessage } from '../../shared/api/messages.ts';
import type { service } from '../../shared/api/staff.ts';
import type { StaffAudience } from '../../shared/api/staff-roles.ts';
import { hidesFor } from '../../shared/questions/audiences.ts';
import { itemOfKey } from '../../shared/rules/checklist-documents.ts';
import type { PdfKey } from '../aws/object-keys.ts';
import type { Handlers } from '../http/request.ts';
import { latestPdf, type PdfStatus, pdfFileName } from '../pdf/latest-pdf.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { type ApplicationRecord, readApplication } from '../table/application.ts';
import { attachedDocument, completedDocuments } from '../table/attached-documents.ts';

// Responses with one application and its files, for staff links and for the staff console.

/** Seconds within which the browser follows the redirect to a PDF. */
const linkSeconds = 60;

/** Statuses that waiting does not change. */
const finalFailures: Readonly<Partial<Record<PdfStatus, () => ApiError>>> = {
  NOT_ANSWERED: () =>
    new ApiError('notFound', 'This application has no answers yet.', { details: { status: 'NOT_ANSWERED' } }),
  FAILED: () =>
    new ApiError('unavailable', unexpectedErrorMessage, { details: { status: 'FAILED' }, retryAfter: 5 }),
};

async function redirectTo<Body>(body: Body, pdf_key: PdfKey, fileName: string, isShown: boolean) {
  const { createDownloadLink } = await import('../aws/s3-links.ts');
  const location = await createDownloadLink(pdf_key, fileName, { expiresIn: linkSeconds, isShown });
  return { status: 302, headers: { location }, body };
}

const receiptOf = ({ submission }: ApplicationRecord) =>
  submission === undefined
    ? null
    : { confirmation: submission.confirmation, submitted_at: submission.submitted_at, late: submission.late };

/**
 * Returns the content without the questions that the audience does not see, and the keys of these questions.
 * The form loads with the first application that is read. Most calls ask for the PDF, which another function
 * draws.
 */
async function copyOf(stored: ApplicationRecord, audience: StaffAudience) {
  const [{ contentForStaff }, { copyWithout }, { partnerForm }] = await Promise.all([
    import('../application/submit.ts'),
    import('../application/audience-copy.ts'),
    import('../runtime/form.ts'),
  ]);
  const form = partnerForm();
  return copyWithout(form, contentForStaff(form, stored), hidesFor(partner(), audience));
}

/** One application with the answers that an audience sees. */
export async function applicationResponse(stored: ApplicationRecord, audience: StaffAudience) {
  const { content, hidden } = await copyOf(stored, audience);
  const { answers, counts, tabs, documents } = content;
  const document_answer = completedDocuments(Object.entries(documents));
  const { username } = stored;
  return {
    body: {
      answer: answers,
      add_another: counts,
      document_answer,
      tabs,
      username,
      receipt: receiptOf(stored),
      checklist: stored.checklist.received,
      hidden: [...hidden],
    },
  };
}

/**
 * A redirect to the application PDF of an audience, or its status until it is ready. `record` runs before the
 * redirect.
 */
export async function pdfResponse(
  sub: ApplicantId,
  audience: StaffAudience,
  record: () => Promise<void> = async () => undefined,
) {
  const { status, pdf_key } = await latestPdf(sub, audience);
  const failure = finalFailures[status]?.();
  if (failure !== undefined) throw failure;
  if (pdf_key === undefined) return { status: 202, body: { status } };
  await record();
  return redirectTo({ status: 'COMPLETED' as const }, pdf_key, pdfFileName(), false);
}

/**
 * The file of a document that the view lists: not one that a choice of the applicant hides, that the audience
 * does not see, or that is still being converted. Each audience sees what was sent for the checklist.
 */
async function fileOf(stored: ApplicationRecord, audience: StaffAudience, key: string) {
  if (itemOfKey(key) === undefined) return (await copyOf(stored, audience)).content.documents[key]?.pdf_key;
  const newest = stored.documents.get(key);
  return newest && attachedDocument(newest)?.pdf_key;
}

/** A redirect to a file. `record` runs before the redirect. */
export async function documentResponse(
  stored: ApplicationRecord,
  audience: StaffAudience,
  key: string,
  record: () => Promise<void> = async () => undefined,
) {
  const pdf_key = await fileOf(stored, audience, key);
  if (pdf_key === undefined) throw new ApiError('notFound', 'This application has no such file.');
  await record();
  return redirectTo({ message: 'The file is shown.' }, pdf_key, `${key}.pdf`, true);
}

export const serviceCalls: Handlers<typeof service> = {
  async getApplication({ caller: { sub, audience } }) {
    return applicationResponse(await readApplication(sub), audience);
  },

  async getPdf({ caller: { sub, audience } }) {
    return pdfResponse(sub, audience);
  },

  async viewDocument({ caller: { sub, audience }, params: { answer_key } }) {
    return documentResponse(await readApplication(sub), audience, answer_key);
  },
};
