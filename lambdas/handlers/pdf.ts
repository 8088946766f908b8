import { applicationPdf as calls } from '../../shared/api/application-pdf.ts';
import { latestPdf, pdfFileName } from '../application/latest-pdf.ts';
import { serve } from '../http/serve.ts';

export const handler = serve(calls, {
  async getApplicationPdf({ caller: { sub } }) {
    const { status, pdf_key } = await latestPdf(sub);
    if (pdf_key === undefined) return { body: { status, url: '' } };
    const { createDownloadLink } = await import('../aws/s3.ts');
    return { body: { status, url: await createDownloadLink(pdf_key, pdfFileName()) } };
  },
});
