import { constants, createInflate } from 'node:zlib';
import { PDFArray, PDFDict, type PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { entriesOf, itemsIn } from './pdf-entries.ts';
import { RejectedFile, rejectFile, rejectionMessages } from './rejections.ts';

/** Bytes of content that a reader may have to run through to show all pages. */
const maxBytes = 64 << 20;
const maxDepth = 20;
/** A reader draws this many pixels of an image in about the time of one byte of content. */
const pixelsPerByte = 200;

/** Sizes in bytes. */
interface Size {
  readonly content: number;
  /** Of all that the content draws by name, counted each time that it is drawn. */
  readonly drawn: number;
}

const nothing: Size = { content: 0, drawn: 0 };
const total = ({ content, drawn }: Size) => content + drawn;

/**
 * Rejects a PDF that no reader finishes drawing: 30 forms, each of which draws the next one ten times, fit
 * into 7 KB.
 */
export const limitDrawing = async (document: PDFDocument): Promise<void> => {
  const sizeOf = createMeter();
  let size = 0;
  for (const { node } of document.getPages()) {
    const contents = node.Contents();
    const parts = contents instanceof PDFArray ? itemsIn(contents) : [contents];
    for (const part of parts) size += total(await sizeOf(part, node.Resources(), 0));
    limitSize(size);
  }
};

const limitSize = (size: number) => {
  if (size > maxBytes) rejectFile(rejectionMessages.endlessDrawing);
};

const createMeter = () => {
  /** By resources: content without resources uses those of the content that draws it. */
  const known = new Map<unknown, Map<PDFRawStream, Size>>();

  const sizeOf = async (content: unknown, outer: unknown, depth: number): Promise<Size> => {
    if (!(content instanceof PDFRawStream)) return nothing;
    const resources = entriesOf(content.dict).value('Resources') ?? outer;
    const sizes = known.get(resources) ?? new Map<PDFRawStream, Size>();
    known.set(resources, sizes);
    const size = sizes.get(content) ?? (await measure(content, resources, depth));
    sizes.set(content, size);
    return size;
  };

  const measure = async (content: PDFRawStream, resources: unknown, depth: number): Promise<Size> => {
    if (depth > maxDepth) rejectFile(rejectionMessages.endlessDrawing);
    const text = await decoded(content);
    let drawn = 0;
    for (const [name, uses] of namesIn(text)) {
      const named = (kind: string) => entriesOf(entriesOf(resources).value(kind)).value(name);
      const mask = entriesOf(entriesOf(named('ExtGState')).value('SMask')).value('G');
      drawn += uses * imageSize(named('XObject'));
      for (const each of [named('XObject'), named('Pattern'), mask])
        if (!isImage(each)) drawn += uses * total(await sizeOf(each, resources, depth + 1));
      const glyph = await largestGlyph(named('Font'), resources, depth + 1);
      if (glyph > 0) drawn += shownBytes(text) * glyph;
      limitSize(drawn);
    }
    return { content: text.length, drawn };
  };

  /** Of a font whose glyphs are content. Readers draw that content once, and all that it draws each time. */
  const largestGlyph = async (font: unknown, outer: unknown, depth: number) => {
    const { value } = entriesOf(font);
    const glyphs = value('CharProcs');
    if (!(glyphs instanceof PDFDict)) return 0;
    let largest = 0;
    for (const glyph of glyphs.keys())
      largest = Math.max(
        largest,
        (await sizeOf(glyphs.lookup(glyph), value('Resources') ?? outer, depth)).drawn,
      );
    return largest;
  };

  return sizeOf;
};

const isImage = (value: unknown): value is PDFRawStream =>
  value instanceof PDFRawStream && entriesOf(value.dict).text('Subtype') === 'Image';

const imageSize = (value: unknown) => {
  if (!isImage(value)) return 0;
  const { number } = entriesOf(value.dict);
  return ((number('Width') ?? 0) * (number('Height') ?? 0)) / pixelsPerByte;
};

/** The names in content, with the number of times that each occurs. */
const namesIn = (text: string) => {
  const uses = new Map<string, number>();
  for (const [, name = ''] of text.matchAll(/\/([^\s()<>[\]{}/%]+)/g))
    uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
};

/** At most this many bytes of the content are shown as text. */
const shownBytes = (text: string) => {
  let shown = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const byte = text[index];
    if (depth > 0) shown++;
    if (byte === '(') depth++;
    else if (byte === ')' && depth > 0) depth--;
    else if (byte === '\\') index++;
  }
  for (const [digits] of text.matchAll(/<[\da-f\s]+>/gi)) shown += digits.length / 2;
  return shown;
};

/** Returns one character a byte. Of damaged content it is the part before the damage, as in readers. */
const decoded = async ({ dict, contents }: PDFRawStream): Promise<string> => {
  const { value, text } = entriesOf(dict);
  if (!value('Filter')) return Buffer.from(contents).toString('latin1');
  // qpdf has removed all other filters that content may have.
  if (!['FlateDecode', 'Fl'].includes(text('Filter') ?? '')) return '';
  if (entriesOf(value('DecodeParms')).number('Predictor')) rejectFile(rejectionMessages.endlessDrawing);
  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
  inflate.end(contents);
  let content = '';
  try {
    for await (const part of inflate) {
      content += (part as Buffer).toString('latin1');
      limitSize(content.length);
    }
  } catch (error) {
    if (error instanceof RejectedFile) throw error;
  }
  return content;
};
