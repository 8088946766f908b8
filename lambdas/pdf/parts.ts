import { type PrintedSection, printedSections } from '../../shared/form/index.ts';
import type { Fact } from '../../shared/questions/facts.ts';
import { heightOfRow, labeled, rowsOf, styles, textsOf } from './line-boxes.ts';
import { columns, pageHeight, type Row, widthOfSpan } from './page-writer.ts';
import type { PdfContent } from './pdf-content.ts';
import type { Style, StyledText, TextBox, Typesetter } from './typesetter.ts';

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
