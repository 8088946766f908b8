import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { freshQpdf, type Qpdf } from './qpdf.ts';
import { refusals, refuse } from './refusals.ts';

export interface CleanPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

const mostPages = 50;
const mostBytes = 10 << 20;
const done: readonly number[] = [0, 3];

/**
 * A copy of a PDF that keeps what its pages look like and nothing else: no scripts, actions, forms, links, attachments
 * or passwords. Every output goes through it, our own too. Refuses what is locked, damaged or over the limits.
 */
export const cleanPdf = async (bytes: Uint8Array): Promise<CleanPdf> => {
  const qpdf = await freshQpdf();
  qpdf.write('/in.pdf', bytes);
  if (!ran(qpdf, '--decrypt', '--flatten-annotations=all', '--generate-appearances', '/in.pdf', '/flat.pdf'))
    refuse((await isEncrypted(bytes)) ? refusals.locked : refusals.unreadable);
  const { bare, pages } = await stripped(qpdf.read('/flat.pdf'));
  if (pages > mostPages) refuse(refusals.tooManyPages);
  qpdf.write('/bare.pdf', bare);
  // Copying only the pages into an empty file also leaves behind what nothing refers to any more.
  if (!ran(qpdf, '--empty', '--pages', '/bare.pdf', '1-z', '--', '--object-streams=generate', '/out.pdf'))
    refuse(refusals.unreadable);
  const out = qpdf.read('/out.pdf');
  if (out.length > mostBytes) refuse(refusals.tooLargeAsPdf);
  return { bytes: out, pages };
};

const ran = (qpdf: Qpdf, ...args: readonly string[]) => done.includes(qpdf.run('--no-warn', ...args));

/** qpdf opens what has only an owner's password; this build does not tell a locked file from a damaged one. */
const isEncrypted = (bytes: Uint8Array) =>
  PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false }).then(
    (document) => document.isEncrypted,
    () => false,
  );

const stripped = async (bytes: Uint8Array) => {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const pages = document.getPages();
    if (pages.length === 0) refuse(refusals.unreadable);
    for (const { node } of pages) for (const active of ['AA', 'Annots']) node.delete(PDFName.of(active));
    const { catalog } = document;
    for (const key of catalog.keys()) if (!inert.includes(key.asString())) catalog.delete(key);
    return { bare: await document.save({ updateFieldAppearances: false }), pages: pages.length };
  } catch (cause) {
    return refuse(refusals.unreadable, cause);
  }
};

/** All that a catalog keeps; what runs, opens or embeds something lives under its other keys. */
const inert: readonly string[] = ['/Type', '/Pages', '/Lang', '/Version'];
