import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFStream,
  PDFWriter,
} from '@cantoo/pdf-lib';
import { freshQpdf } from '../pdf/qpdf.ts';
import { copyPages } from './copy-pdf.ts';
import { limitDrawing } from './drawn-size.ts';
import { drawMissingAppearances } from './missing-appearances.ts';
import { entriesOf, itemsIn } from './pdf-entries.ts';
import { RejectedFile, rejectFile, rejectionMessages } from './rejections.ts';

export interface SanitizedPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

export const maxPages = 50;
const maxBytes = 10 << 20;
const done: readonly number[] = [0, 3];

/**
 * Keeps what the pages of a PDF look like and nothing else: no scripts, actions, forms, links, attachments,
 * metadata or passwords. Every PDF passes through it, including our own. Rejects PDFs that are locked,
 * damaged or over the limits.
 */
export const sanitizePdf = async (bytes: Uint8Array): Promise<SanitizedPdf> => {
  const flat =
    (await flattened(bytes)) ??
    (await flattened(await repaired(bytes))) ??
    rejectFile(rejectionMessages.unreadable);
  const bare = await stripped(flat);
  const out = (await packed(bare)) ?? rejectFile(rejectionMessages.unreadable);
  if (out.length > maxBytes) rejectFile(rejectionMessages.tooLargeAsPdf);
  return { bytes: out, pages: bare.pages };
};

/**
 * Opens the PDF and draws forms and annotations onto its pages, as they show on a screen; undefined when qpdf
 * cannot read it. The entries of the catalog stay readable.
 */
const flattened = async (bytes: Uint8Array) => {
  const opened = await written(bytes, '--decrypt', ...readable);
  if (opened === undefined) return undefined;
  const content = Buffer.from(opened);
  if (!needsReader.some((key) => content.includes(key))) return opened;
  return written(await withDrawnAnnotations(opened), '--flatten-annotations=screen', ...readable);
};

/** Entries whose content readers show in addition to the pages, or instead of them. */
const needsReader = ['/Annots', '/XFA', '/Collection'];

/** Content has at most one filter, which the next steps can undo. */
const readable = ['--object-streams=disable', '--decode-level=specialized'] as const;

/** Every visible field and annotation gets an appearance that can be drawn onto its page. */
const withDrawnAnnotations = async (bytes: Uint8Array) => {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  rejectAcrobatOnly(document);
  await drawMissingAppearances(document);
  putLayersOnDrawings(document);
  return document.save({ updateFieldAppearances: false, useObjectStreams: false });
};

/**
 * Checks the PDF and packs it. One with layers stays readable, so that `appendPdfs` finds them.
 */
const packed = ({ bare, hasLayers }: Stripped) =>
  written(bare, `--object-streams=${hasLayers ? 'disable' : 'generate'}`);

/** The PDF as qpdf writes it again with these options; undefined when it cannot read it. */
const written = async (bytes: Uint8Array, ...options: readonly string[]) => {
  const qpdf = await freshQpdf();
  qpdf.write('/in.pdf', bytes);
  const code = qpdf.run('--no-warn', ...options, '/in.pdf', '/out.pdf');
  return done.includes(code) ? qpdf.read('/out.pdf') : undefined;
};

/**
 * PDFs with a wrong cross-reference table are not rare. This build of qpdf does not repair them, so pdf-lib
 * writes them again. A PDF that lost the content of a page is rejected instead of accepted with a blank page.
 * Locked PDFs come here too, because this build does not tell them from damaged ones.
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

interface Stripped {
  readonly bare: Uint8Array;
  readonly pages: number;
  readonly hasLayers: boolean;
}

/** A PDF with nothing but what its pages look like. */
const stripped = async (bytes: Uint8Array): Promise<Stripped> => {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const pages = document.getPageCount();
    if (pages === 0) rejectFile(rejectionMessages.unreadable);
    if (pages > maxPages) rejectFile(rejectionMessages.tooManyPages);
    await limitDrawing(document);
    const { copy, hasLayers } = copyPages(document);
    const bare = await PDFWriter.forContext(copy, Number.POSITIVE_INFINITY).serializeToBuffer();
    return { bare, pages, hasLayers };
  } catch (cause) {
    if (cause instanceof RejectedFile) throw cause;
    return rejectFile(rejectionMessages.unreadable, cause);
  }
};

/** Rejects PDFs whose pages only stand in for content that other readers than Adobe Acrobat do not show. */
const rejectAcrobatOnly = (document: PDFDocument): void => {
  const catalog = entriesOf(document.catalog);
  const xfa = entriesOf(catalog.value('AcroForm')).value('XFA');
  const isXfa = xfa instanceof PDFArray || xfa instanceof PDFStream;
  if (isXfa && (catalog.value('NeedsRendering')?.toString() === 'true' || isPlaceholder(document)))
    rejectFile(rejectionMessages.acrobatOnly);
  const view = entriesOf(catalog.value('Collection')).text('View');
  const files = entriesOf(entriesOf(catalog.value('Names')).value('EmbeddedFiles'));
  const hasFiles = itemsIn(files.value('Names')).length + itemsIn(files.value('Kids')).length > 0;
  // A hidden view (H) shows the pages, as every PDF with attachments does.
  if (document.catalog.has(PDFName.of('Collection')) && hasFiles && view !== 'H')
    rejectFile(rejectionMessages.portfolio);
};

/** The pages of a static XFA form contain its fields. */
const isPlaceholder = (document: PDFDocument) => {
  const annotations = document.getPages().flatMap(({ node }) => itemsIn(node.lookup(PDFName.of('Annots'))));
  const hasField = annotations.some((each) => entriesOf(each).text('Subtype') === 'Widget');
  return !hasField && document.getPageCount() === 1;
};

/**
 * Writes the layer of each annotation to what it draws. An annotation that is drawn onto its page would show
 * otherwise, though its layer is hidden.
 */
const putLayersOnDrawings = (document: PDFDocument): void => {
  for (const { node } of document.getPages()) {
    const annotations = node.lookup(PDFName.of('Annots'));
    if (!(annotations instanceof PDFArray)) continue;
    for (const each of annotations.asArray()) moveLayer(node.context.lookup(each));
  }
};

const moveLayer = (annotation: PDFObject | undefined) => {
  if (!(annotation instanceof PDFDict)) return;
  const layer = annotation.get(PDFName.of('OC'));
  const drawings = annotation.lookup(PDFName.of('AP'));
  if (layer === undefined || !(drawings instanceof PDFDict)) return;
  const normal = drawings.lookup(PDFName.of('N'));
  if (normal instanceof PDFRawStream) drawings.set(PDFName.of('N'), inLayer(normal, layer));
  if (!(normal instanceof PDFDict)) return;
  for (const state of normal.keys()) {
    const drawing = normal.lookup(state);
    if (drawing instanceof PDFRawStream) normal.set(state, inLayer(drawing, layer));
  }
};

/**
 * A copy, because annotations of several layers may share a drawing. It shows when its own layer does, too.
 */
const inLayer = ({ dict, contents }: PDFRawStream, layer: PDFObject) => {
  const { context } = dict;
  const copy = dict.clone(context);
  const own = dict.get(PDFName.of('OC'));
  copy.set(PDFName.of('OC'), own ? context.obj({ Type: 'OCMD', OCGs: [own, layer], P: 'AllOn' }) : layer);
  return context.register(PDFRawStream.of(copy, contents));
};
