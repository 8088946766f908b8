import * as z from 'zod/mini';
import { now } from '../clock.ts';
import { log } from '../conversion/log.ts';
import { readObject, writePdf } from '../conversion/objects.ts';
import { environment } from '../environment.ts';
import { partner } from '../site.ts';
import { readApplication } from '../store/application.ts';
import { append } from './append.ts';
import { finishCopy } from './copy-item.ts';
import { type Attachment, copyOf } from './copy-of.ts';
import { drawCopy } from './draw-copy.ts';

const event = z.object({ sub: z.string(), id: z.string(), failed: z.optional(z.boolean()) });

/** Makes the PDF copy of an application; asked with `failed`, records that it could not be made. */
export const handler = async (input: unknown): Promise<{ readonly status: 'COMPLETED' | 'FAILED' }> => {
  const { sub, id, failed } = event.parse(input);
  if (failed) {
    log('copy failed', { id });
    await finishCopy(sub, id, { status: 'FAILED' });
    return { status: 'FAILED' };
  }
  const started = performance.now();
  const pdf = await makeCopy(sub);
  const pdf_key = `copies/${sub}/${id}.pdf`;
  await writePdf({ bucket: environment('DOCUMENTS_BUCKET'), key: pdf_key }, pdf);
  await finishCopy(sub, id, { status: 'COMPLETED', pdf_key });
  log('copy made', { id, size: pdf.length, ms: Math.round(performance.now() - started) });
  return { status: 'COMPLETED' };
};

const makeCopy = async (sub: string) => {
  const { copy, attachments } = copyOf(await readApplication(sub), partner(), new Date(now()));
  const uploads = await Promise.all(attachments.map(read));
  const documents = attachments.map(({ label, fileName }) => ({ label, fileName }));
  return append(() => drawCopy({ ...copy, documents }), uploads);
};

const read = ({ pdfKey }: Attachment) => readObject({ bucket: environment('DOCUMENTS_BUCKET'), key: pdfKey });
