import PDFDocument from 'pdfkit';
import type { PrintedPage, PrintLine } from '../../shared/form/index.ts';
import { createPageWriter, type PageWriter, pageSize, type Style } from './page-writer.ts';
import { pdfBytes } from './pdf-bytes.ts';
import { accessiblePdf, noDefaultFont } from './pdfkit-options.ts';

/** One converted upload that is appended. */
interface AppendedDocument {
  readonly label: string;
  readonly fileName: string;
}

export interface PdfContent {
  readonly title: string;
  readonly partner: string;
  readonly applicant: string;
  /** Missing in a draft. */
  readonly confirmation?: string | undefined;
  readonly pages: readonly PrintedPage[];
  readonly documents: readonly AppendedDocument[];
  readonly madeAt: Date;
}

const styles = {
  title: { size: 18, bold: true, color: '#102a43' },
  applicant: { size: 11, above: 4 },
  page: { size: 14, bold: true, color: '#102a43', above: 18 },
  section: { size: 11.5, bold: true, color: '#102a43', above: 12 },
  part: { size: 10.5, bold: true, color: '#102a43', above: 10 },
  label: { size: 8.5, bold: true, color: '#4a4a4a', above: 7 },
  answer: { size: 10.5 },
  /** A checkbox that is its own label gets the space above that a label has. */
  box: { size: 10.5, above: 7 },
  unanswered: { size: 10.5, color: '#5c5c5c' },
  notice: { size: 10, above: 7 },
} satisfies Readonly<Record<string, Style>>;

const wide = '\u00a0\u00a0 ';

/** Draws an application: tagged for screen readers, with embedded fonts, and with every answer in full. */
export const drawApplicationPdf = (content: PdfContent): Promise<Buffer> => {
  const document = emptyDocument(content);
  const writer = createPageWriter(document);
  const root = document.struct('Document');
  document.addStructure(root);
  const tagged = (tag: string, draw: () => void) => root.add(document.struct(tag, {}, [draw]));
  /** A heading stays on the page of the text that follows it, and the outline leads there. */
  const heading = (tag: string, text: string, style: Style) =>
    tagged(tag, () => {
      writer.ensureSpace(90);
      writer.write(text, style);
      if (tag === 'H2') document.outline.addItem(text);
    });

  heading('H1', content.title, styles.title);
  tagged('P', () => writer.write(content.applicant, styles.applicant));
  for (const { label, lines } of content.pages) {
    heading('H2', label, styles.page);
    for (const line of lines)
      if (line.kind === 'section')
        heading(line.inner ? 'H4' : 'H3', line.title, line.inner ? styles.part : styles.section);
      else tagged('P', () => drawLine(writer, line));
  }
  if (content.documents.length > 0) {
    heading('H2', 'Uploaded documents (appended as uploaded)', styles.page);
    for (const each of content.documents) tagged('P', () => drawDocument(writer, each));
  }
  root.end();
  drawHeadersAndFooters(document, writer, content);
  return pdfBytes(document);
};

const emptyDocument = ({ title, partner, applicant, madeAt }: PdfContent) =>
  new PDFDocument({
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
    info: {
      Title: `${title} – ${applicant}`,
      Author: partner,
      Subject: 'Copy of an application',
      CreationDate: madeAt,
    },
  });

const drawLine = (writer: PageWriter, line: Exclude<PrintLine, { kind: 'section' }>) => {
  if (line.kind === 'notice') return writer.write(line.text, styles.notice);
  writer.ensureSpace(40);
  const isOwn = isOwnLabel(line);
  if (!isOwn) writer.write(line.label, styles.label);
  if (line.kind === 'document' || !line.options)
    return writer.write(line.text, 'answered' in line && !line.answered ? styles.unanswered : styles.answer);
  const boxes = line.options.map(({ label, chosen }) =>
    `${chosen ? '[X]' : '[ ]'}\u00a0${label}`.replace('[ ]', '[\u00a0]'),
  );
  return writer.write(boxes.join(line.column ? '\n' : wide), isOwn ? styles.box : styles.answer);
};

/** A single checkbox has its label beside it, so the label is not repeated above it. */
const isOwnLabel = (line: PrintLine) =>
  line.kind === 'answer' && line.options?.length === 1 && line.options[0]?.label === line.label;

const drawDocument = (writer: PageWriter, { label, fileName }: AppendedDocument) => {
  writer.ensureSpace(40);
  writer.write(label, styles.label);
  writer.write(fileName, styles.answer);
};

/** Header and footer are the same on every page, and marked so that screen readers skip them. */
const drawHeadersAndFooters = (
  document: PDFKit.PDFDocument,
  writer: PageWriter,
  { title, partner, confirmation, madeAt }: PdfContent,
) => {
  const { start, count } = document.bufferedPageRange();
  const state = confirmation === undefined ? 'Draft' : `Confirmation number ${confirmation}`;
  const made = `Made on ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const edges = [
    { edge: 'Top', y: 40, left: `${partner} · ${title}`, right: () => state },
    {
      edge: 'Bottom',
      y: pageSize.height - 36,
      left: made,
      right: (page: number) => `Page ${page} of ${count}`,
    },
  ];
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index);
    for (const { edge, y, left, right } of edges) {
      document.markContent('Artifact', { type: 'Pagination', attached: [edge] });
      document.fillColor('#4a4a4a');
      writer.writeAt(left, { y }, 8);
      writer.writeAt(right(index + 1), { y, right: true }, 8);
      document.endMarkedContent();
    }
  }
};
