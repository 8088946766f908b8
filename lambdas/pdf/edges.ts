import { formatTime } from '../../shared/rules/format-time.ts';
import { styles } from './line-boxes.ts';
import { type PageWriter, pageSize, textWidth } from './page-writer.ts';
import type { PdfContent } from './pdf-content.ts';
import type { Typesetter } from './typesetter.ts';

const ellipsis = '…';
/** Width of a line next to the text at the right margin, in points. */
const room = textWidth - 166;
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text, or as much of its start as fits next to a text at the right margin. */
export function shortened(text: string, { layOut, widthOf }: Typesetter): string {
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

export const pageNumber = (index: number, count: number): string => `Page ${index + 1} of ${count}`;

/** The texts at the edges of each page. */
interface Edges {
  readonly top: readonly [left: string, right: string];
  readonly bottom: readonly [left: string, right: (index: number, count: number) => string];
}

/** Draws the header and footer of each page, marked so screen readers skip them. */
export function drawEdges(document: PDFKit.PDFDocument, writer: PageWriter, { top, bottom }: Edges): void {
  const { start, count } = document.bufferedPageRange();
  const edges = [
    { edge: 'Top', y: 40, left: top[0], right: () => top[1] },
    {
      edge: 'Bottom',
      y: pageSize.height - 28,
      left: bottom[0],
      right: (index: number) => bottom[1](index, count),
    },
  ];
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index);
    for (const { edge, y, left, right } of edges) {
      document.markContent('Artifact', { type: 'Pagination', attached: [edge] });
      writer.placeAt({ text: left, style: styles.edge }, { y });
      writer.placeAt({ text: right(index), style: styles.edge }, { y, right: true });
      document.endMarkedContent();
    }
  }
}

/** The edges of an application. They identify the applicant on every printed sheet. */
export function edgesOf(
  { title, partner, applicant, confirmation, madeAt, timeZone, documents }: PdfContent,
  typesetter: Typesetter,
): Edges {
  const state = confirmation === undefined ? 'Draft' : `Confirmation number ${confirmation}`;
  const made = `Made on ${formatTime(madeAt.toISOString(), timeZone)}`;
  const whose = [applicant, title].filter((part) => part !== '').join(' · ');
  return {
    top: [shortened(`${partner} · ${whose}`, typesetter), state],
    // With documents, the number of pages is known once they are appended.
    bottom: [made, (index, count) => (documents.length === 0 ? pageNumber(index, count) : '')],
  };
}
