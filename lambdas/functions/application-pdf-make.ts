import * as z from 'zod/mini';
import { keyOfApplicationPdf } from '../aws/object-keys.ts';
import { type Attachment, pdfContent } from '../pdf/pdf-content.ts';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { log } from '../runtime/log.ts';
import { readApplication } from '../table/application.ts';
import type { StoredPdf } from '../table/items.ts';
import { readStoredPdfs, recordPdfOutcome } from '../table/pdfs.ts';
import { currentPartner } from '../table/settings.ts';

const event = z.object({ sub: applicantId, id: z.string(), failed: z.optional(z.boolean()) });

interface Result {
  readonly status: 'COMPLETED' | 'FAILED';
}

/**
 * Draws the PDF of an application, with the checklist and without the questions that its item in the table
 * names. Called with `failed`, it records that this was not possible. The code that draws is loaded when it
 * is needed, so a failure is recorded even if that code cannot be loaded.
 */
export const handler = async (input: unknown): Promise<Result> => {
  const { sub, id, failed } = event.parse(input);
  if (failed) log({ level: 'error', event: 'application-pdf.failed', id });
  const request = (await readStoredPdfs(sub)).find((each) => each.id === id);
  // Without its item, another PDF was requested since or a document was deleted.
  const outcome =
    failed || request === undefined ? ({ status: 'FAILED' } as const) : await drawAndStore(sub, request);
  const isCurrent = await recordPdfOutcome(sub, id, outcome);
  // The PDF is outdated already, so whatever was written is removed.
  if (!isCurrent) {
    const { removeOutdatedPdfs } = await import('../documents/remove-files.ts');
    await removeOutdatedPdfs(sub);
  }
  return { status: isCurrent ? 'COMPLETED' : 'FAILED' };
};

const drawAndStore = async (sub: ApplicantId, request: StoredPdf) => {
  const { id } = request;
  const started = performance.now();
  const { writePdf } = await import('../aws/s3.ts');
  const pdf = await draw(sub, request);
  const pdf_key = keyOfApplicationPdf(sub, id);
  await writePdf({ bucket: environment('DOCUMENTS_BUCKET'), key: pdf_key }, pdf);
  log({
    level: 'info',
    event: 'application-pdf.made',
    id,
    size: pdf.length,
    milliseconds: Math.round(performance.now() - started),
  });
  return { status: 'COMPLETED', pdf_key } as const;
};

const draw = async (sub: ApplicantId, { hides = [], checklist }: StoredPdf) => {
  const { appendPdfs, drawApplicationPdf } = await import('../pdf/draw-application-pdf.ts');
  const application = await readApplication(sub);
  const circumstances = { madeAt: new Date(now()), hides, checklist };
  const { content, attachments } = pdfContent(application, await currentPartner(), circumstances);
  const uploads = await Promise.all(attachments.map(read));
  return appendPdfs(() => drawApplicationPdf({ ...content, documents: attachments }), uploads);
};

const read = async ({ pdfKey }: Attachment) => {
  const { readObject } = await import('../aws/s3.ts');
  return readObject({ bucket: environment('DOCUMENTS_BUCKET'), key: pdfKey });
};
