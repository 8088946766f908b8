import { PDFArray, PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { freshQpdf, type Qpdf } from '../pdf/qpdf.ts';
import { RejectedFile, rejectFile, rejectionMessages } from './rejections.ts';

export interface SanitizedPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

const mostPages = 50;
const mostBytes = 10 << 20;
const done: readonly number[] = [0, 3];

/**
 * Keeps what the pages of a PDF look like and nothing else: no scripts, actions, forms, links, attachments or
 * passwords. Every PDF passes through it, including our own. Rejects PDFs that are locked, damaged or over the limits.
 */
export const sanitizePdf = async (bytes: Uint8Array): Promise<SanitizedPdf> => {
  const flat =
    (await flattened(bytes)) ??
    (await flattened(await repaired(bytes))) ??
    rejectFile(rejectionMessages.unreadable);
  const { bare, pages } = await stripped(flat);
  if (pages > mostPages) rejectFile(rejectionMessages.tooManyPages);
  const out = (await pagesOf(bare)) ?? rejectFile(rejectionMessages.unreadable);
  if (out.length > mostBytes) rejectFile(rejectionMessages.tooLargeAsPdf);
  return { bytes: out, pages };
};

/** Opens the PDF and draws forms and annotations onto its pages; undefined when qpdf cannot read it. */
const flattened = async (bytes: Uint8Array) => {
  const qpdf = await freshQpdf();
  qpdf.write('/in.pdf', bytes);
  const done = ran(
    qpdf,
    '--decrypt',
    '--flatten-annotations=all',
    '--generate-appearances',
    '/in.pdf',
    '/out.pdf',
  );
  return done ? qpdf.read('/out.pdf') : undefined;
};

/** Copies only the pages into an empty file, which leaves behind everything that nothing refers to. */
const pagesOf = async (bytes: Uint8Array) => {
  const qpdf = await freshQpdf();
  qpdf.write('/in.pdf', bytes);
  const done = ran(
    qpdf,
    '--empty',
    '--pages',
    '/in.pdf',
    '1-z',
    '--',
    '--object-streams=generate',
    '/out.pdf',
  );
  return done ? qpdf.read('/out.pdf') : undefined;
};

const ran = (qpdf: Qpdf, ...args: readonly string[]) => done.includes(qpdf.run('--no-warn', ...args));

/**
 * PDFs with a wrong cross-reference table are not rare. This build of qpdf does not repair them, so pdf-lib writes
 * them again. A PDF that lost the content of a page is rejected instead of accepted with a blank page. Locked PDFs
 * come here too, because this build does not tell them from damaged ones.
 */
const repaired = async (bytes: Uint8Array) => {
  try {
    const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
    if (document.isEncrypted) return rejectFile(rejectionMessages.locked);
    const pages = document.getPages();
    if (pages.length === 0 || !pages.every(isWhole)) return rejectFile(rejectionMessages.unreadable);
    return await document.save({ updateFieldAppearances: false });
  } catch (cause) {
    if (cause instanceof RejectedFile) throw cause;
    return rejectFile(rejectionMessages.unreadable, cause);
  }
};

const isWhole = ({ node, doc }: PDFPage) => {
  const content = node.get(PDFName.of('Contents'));
  const parts = content instanceof PDFArray ? content.asArray() : [content];
  return parts.every((part) => part === undefined || doc.context.lookup(part) !== undefined);
};

const stripped = async (bytes: Uint8Array) => {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const pages = document.getPages();
    if (pages.length === 0) rejectFile(rejectionMessages.unreadable);
    for (const { node } of pages) for (const active of ['AA', 'Annots']) node.delete(PDFName.of(active));
    const { catalog } = document;
    for (const key of catalog.keys()) if (!inert.includes(key.asString())) catalog.delete(key);
    return { bare: await document.save({ updateFieldAppearances: false }), pages: pages.length };
  } catch (cause) {
    return rejectFile(rejectionMessages.unreadable, cause);
  }
};

/** The only catalog entries that are kept. Everything that runs, opens or embeds something is under other keys. */
const inert: readonly string[] = ['/Type', '/Pages', '/Lang', '/Version'];
