import { styles } from './line-boxes.ts';
import { type PageWriter, pageSize, textWidth } from './page-writer.ts';
import type { PdfContent } from './pdf-content.ts';
import type { Typesetter } from './typesetter.ts';

const ellipsis = '…';
const gap = 16;
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text, or as much of its start as fits next to the text at the right margin. */
function shortened(text: string, room: number, { layOut, widthOf }: Typesetter): string {
  const width = (part: string) =>
    layOut([{ text: part, style: styles.edge }], Number.POSITIVE_INFINITY).lines.reduce(
      (sum, line) => sum + widthOf(line),
      0,
    );
  if (width(text) <= room) return text;
  const parts = [...letters.segment(text)].map(({ segment }) => segment);
  while (parts.length > 0 && width(parts.join('') + ellipsis) > room) parts.pop();
  return parts.join('') + ellipsis;
}

/**
 * Draws the header and footer of each page, marked so screen readers skip them. They identify the applicant
 * on every printed sheet.
 */
export const drawEdges = (
  document: PDFKit.PDFDocument,
  writer: PageWriter,
  typesetter: Typesetter,
  { title, partner, applicant, confirmation, madeAt }: PdfContent,
): void => {
  const { start, count } = document.bufferedPageRange();
  const state = confirmation === undefined ? 'Draft' : `Confirmation number ${confirmation}`;
  const made = `Made on ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const whose = [applicant, title].filter((part) => part !== '').join(' · ');
  const name = shortened(`${partner} · ${whose}`, textWidth - gap - 150, typesetter);
  const edges = [
    { edge: 'Top', y: 40, left: name, right: () => state },
    {
      edge: 'Bottom',
      y: pageSize.height - 28,
      left: made,
      right: (page: number) => `Page ${page} of ${count}`,
    },
  ];
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index);
    for (const { edge, y, left, right } of edges) {
      document.markContent('Artifact', { type: 'Pagination', attached: [edge] });
      writer.placeAt({ text: left, style: styles.edge }, { y });
      writer.placeAt({ text: right(index + 1), style: styles.edge }, { y, right: true });
      document.endMarkedContent();
    }
  }
};
