import { unexpectedErrorMessage } from '../../shared/api/messages.ts';
import { service as calls } from '../../shared/api/staff.ts';
import type { PdfKey } from '../aws/object-keys.ts';
import { serve } from '../http/serve.ts';
import { ApiError } from '../runtime/errors.ts';
import { type ApplicationRecord, readApplication } from '../store/application.ts';
import { completedDocuments } from '../store/documents.ts';
import { latestPdf, type PdfStatus, pdfFileName } from '../use-cases/latest-pdf.ts';

/** Seconds within which the browser follows the redirect to a PDF. */
const linkSeconds = 60;

/** Statuses that waiting does not change. */
const finalFailures: Readonly<Partial<Record<PdfStatus, () => ApiError>>> = {
  NOT_ANSWERED: () =>
    new ApiError('notFound', 'This application has no answers yet.', { details: { status: 'NOT_ANSWERED' } }),
  FAILED: () =>
    new ApiError('unavailable', unexpectedErrorMessage, { details: { status: 'FAILED' }, retryAfter: 5 }),
};

const pendingResponse = (status: PdfStatus) => ({
  status: 202,
  body: { status },
});

async function redirectTo<Body>(body: Body, pdf_key: PdfKey, fileName: string, isShown: boolean) {
  const { createDownloadLink } = await import('../aws/s3.ts');
  const location = await createDownloadLink(pdf_key, fileName, { expiresIn: linkSeconds, isShown });
  return { status: 302, headers: { location }, body };
}

const receiptOf = ({ submission }: ApplicationRecord) =>
  submission === undefined
    ? null
    : { confirmation: submission.confirmation, submitted_at: submission.submitted_at, late: submission.late };

/**
 * The form loads with the first application that is read. Most calls ask for the PDF, which another function
 * draws.
 */
async function contentOf(stored: ApplicationRecord) {
  const [{ contentForStaff }, { partnerForm }] = await Promise.all([
    import('../use-cases/submittable.ts'),
    import('../use-cases/form.ts'),
  ]);
  return contentForStaff(partnerForm(), stored);
}

export const handler = serve(calls, {
  async getApplication({ caller: { sub } }) {
    const stored = await readApplication(sub);
    const { answers, counts, tabs, documents } = await contentOf(stored);
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
      },
    };
  },

  async getPdf({ caller: { sub } }) {
    const { status, pdf_key } = await latestPdf(sub);
    const failure = finalFailures[status]?.();
    if (failure !== undefined) throw failure;
    if (pdf_key === undefined) return pendingResponse(status);
    return redirectTo({ status: 'COMPLETED' as const }, pdf_key, pdfFileName(), false);
  },

  /**
   * Only a file that the view lists: not one that a choice of the applicant hides, or that is still being
   * converted.
   */
  async viewDocument({ caller: { sub }, params: { answer_key } }) {
    const { documents } = await contentOf(await readApplication(sub));
    const pdf_key = documents[answer_key]?.pdf_key;
    if (pdf_key === undefined) throw new ApiError('notFound', 'This application has no such file.');
    return redirectTo({ message: 'The file is shown.' }, pdf_key, `${answer_key}.pdf`, true);
  },
});
