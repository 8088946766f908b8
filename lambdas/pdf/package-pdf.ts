import { hidesFor } from '../../shared/questions/audiences.ts';
import type { PdfKey } from '../aws/object-keys.ts';
import { now } from '../runtime/clock.ts';
import { partner } from '../runtime/partner.ts';
import type { ApplicationRecord } from '../table/application.ts';
import { checklistToPrint } from '../table/pdfs.ts';
import { currentPartner } from '../table/settings.ts';
import { appendPdfs, drawApplicationPdf } from './draw-application-pdf.ts';
import { pdfContent } from './pdf-content.ts';

/** The PDF of a submitted application for the university's files. */
export const drawPackagePdf = async (
  stored: ApplicationRecord,
  files: ReadonlyMap<PdfKey, Uint8Array>,
): Promise<Uint8Array> => {
  const current = await currentPartner();
  const { content, attachments } = pdfContent(stored, current, {
    madeAt: new Date(now()),
    hides: hidesFor(partner(), 'systems'),
    checklist: checklistToPrint(stored, current),
  });
  const uploads = attachments.map(({ pdfKey, label }) => {
    const bytes = files.get(pdfKey);
    if (bytes === undefined) throw new Error(`The document '${label}' is missing.`);
    return bytes;
  });
  return appendPdfs(() => drawApplicationPdf({ ...content, documents: attachments }), uploads);
};
