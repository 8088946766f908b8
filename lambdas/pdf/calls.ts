import type { applicationPdf } from '../../shared/api/application-pdf.ts';
import type { Handlers } from '../http/request.ts';
import { recordEvent } from '../table/audit-log.ts';
import { latestPdf, pdfFileName } from './latest-pdf.ts';

export const pdfCalls: Handlers<typeof applicationPdf> = {
  async getApplicationPdf({ caller: { sub } }) {
    const { status, pdf_key, isStarted } = await latestPdf(sub, 'applicant');
    if (isStarted) await recordEvent(sub, 'pdf-requested');
    if (pdf_key === undefined) return { body: { status, url: '' } };
    await recordEvent(sub, 'pdf-link');
    const { createDownloadLink } = await import('../aws/s3-links.ts');
    return { body: { status, url: await createDownloadLink(pdf_key, pdfFileName(), { isShown: true }) } };
  },
};
