import PDFDocument from 'pdfkit';
import { type PrintedSection, printedSections } from '../../shared/form/index.ts';
import type { Fact } from '../../shared/questions/facts.ts';
import { heightOfRow, labeled, rowsOf, styles, textsOf } from './line-boxes.ts';
import {
  columns,
  createBookmarks,
  createPageWriter,
  type PageWriter,
  pageHeight,
  type Row,
  widthOfSpan,
} from './page-writer.ts';
import type { PdfContent } from './pdf-content.ts';
import { accessiblePdf, escapeXmp, noDefaultFont } from './pdfkit.ts';
import {
  createTypesetter,
  type Style,
  type StyledText,
  type TextBox,
  type Typesetter,
} from './typesetter.ts';

interface Info {
  readonly Title: string;
  readonly Author: string;
  readonly Subject: string;
  readonly CreationDate: Date;
}

/** An empty document that is tagged for screen readers. */
export function accessibleDocument(info: Info): PDFKit.PDFDocument {
  const document = new PDFDocument({
    size: 'LETTER',
    // Text is positioned line by line, so pdfkit must not start pages by itself.
    margin: 0,
    pdfVersion: '1.7',
    subset: accessiblePdf,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    font: noDefaultFont,
    info: { ...info },
  });
  escapeXmp(document);
  return document;
}

interface Drawn {
  readonly writer: PageWriter;
  readonly typesetter: Typesetter;
  readonly bookmark: ReturnType<typeof createBookmarks>;
}

/** Draws headings with their rows, tagged and with bookmarks. The caller ends the document. */
export function drawParts(
  document: PDFKit.PDFDocument,
  partsOf: (typesetter: Typesetter) => readonly Part[],
): Drawn {
  const typesetter = createTypesetter(document);
  const writer = createPageWriter(document, typesetter);
  const root = document.struct('Document');
  document.addStructure(root);
  const tagged = (tag: string, draw: () => void) => root.add(document.struct(tag, {}, [draw]));
  const parts = partsOf(typesetter);
  const bookmark = createBookmarks(document);
  for (const [index, { tag, title, box, rows }] of parts.entries()) {
    writer.keepTogether(heightToKeep(parts.slice(index)));
    tagged(tag, () => bookmark(tag, title, writer.place(box)));
    for (const [place, row] of rows.entries()) {
      if (row[0]?.leads) writer.keepTogether(heightOfRow(row) + heightOfRow(rows[place + 1] ?? []));
      writer.placeRow(row, (draw) => tagged('P', draw));
    }
    if (tag === 'H1') writer.rule();
  }
  root.end();
  return { writer, typesetter, bookmark };
}

/** A heading with the rows below it. */
export interface Part {
  readonly tag: 'H1' | 'H2' | 'H3' | 'H4';
  readonly title: string;
  readonly box: TextBox;
  readonly rows: readonly Row[];
}

interface Heading {
  readonly tag: Part['tag'];
  readonly title: string;
  readonly style: Style;
}

/** Points. A part up to this height is not split across pages. */
const smallPart = 90;
const rowsBelowHeading = 2;
/** Points to keep below a heading whose answer is longer than a page. */
const someLines = 60;

const sum = (heights: readonly number[]) => heights.reduce((total, height) => total + height, 0);

/**
 * Height that must be left on a page for the first of these parts, in points. A repeated block, such as a
 * college, stays together; other headings stay with their first rows.
 */
export function heightToKeep([part, ...rest]: readonly Part[]): number {
  if (part === undefined) return 0;
  const { tag, box, rows } = part;
  if (rows.length === 0) return box.height + heightToKeep(rest);
  const heights = rows.map(heightOfRow).map((height) => (height > pageHeight ? someLines : height));
  const whole = box.height + sum(heights);
  return tag === 'H4' || whole <= smallPart ? whole : box.height + sum(heights.slice(0, rowsBelowHeading));
}

/** The parts of an application PDF in reading order. */
export function partsOf(content: PdfContent, typesetter: Typesetter): readonly Part[] {
  const partOf = ({ tag, title, style }: Heading, entries: readonly (readonly StyledText[])[]): Part => ({
    tag,
    title,
    box: typesetter.layOut([{ text: title, style }], widthOfSpan(columns)),
    rows: rowsOf(entries, typesetter),
  });
  const sectionPart = ({ title, isInner, lines }: PrintedSection) =>
    partOf(
      isInner ? { tag: 'H4', title, style: styles.part } : { tag: 'H3', title, style: styles.section },
      lines.flatMap((line) => (line.kind === 'section' ? [] : [textsOf(line)])),
    );
  const { title, facts, pages, documents } = content;
  const pageOf = (heading: string) => partOf({ tag: 'H2', title: heading, style: styles.page }, []);
  const headingOf = (shown: readonly Fact[]) =>
    partOf(
      { tag: 'H1', title, style: styles.title },
      shown.map(({ label, text }) => labeled(label, text)),
    );
  const answers = pages.flatMap(({ label, lines }) => [
    pageOf(label),
    ...printedSections(lines).map(sectionPart),
  ]);
  return [headingOf([...facts, ...documents.map(factOf)]), ...answers];
}

/** One fact for each document. */
const factOf = ({ label, fileName }: PdfContent['documents'][number], index: number): Fact => ({
  label: `Document ${index + 1}`,
  text: fileName === '' ? label : `${label} (${fileName})`,
});
