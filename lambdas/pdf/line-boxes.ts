import type { PrintLine } from '../../shared/form/index.ts';
import { columns, type Row, type SpannedBox, widthOfSpan } from './page-writer.ts';
import type { Style, StyledText, Typesetter } from './typesetter.ts';

const ink = '#102a43';
const gray = '#4a4a4a';

export const styles = {
  title: { size: 20, face: 'heading', color: ink },
  page: { size: 14, face: 'heading', color: ink, above: 11 },
  section: { size: 11, face: 'heading', color: ink, above: 8 },
  part: { size: 9, face: 'bold', color: ink, above: 4.5 },
  label: { size: 7.25, face: 'bold', color: gray, above: 4 },
  answer: { size: 9 },
  /** A checkbox that is its own label gets the space above that a label has. */
  box: { size: 9, above: 7 },
  /** One of several options below each other. */
  option: { size: 8.5 },
  unanswered: { size: 9, color: '#5c5c5c' },
  notice: { size: 9, above: 6 },
  edge: { size: 8, color: gray },
} satisfies Readonly<Record<string, Style>>;

type QuestionLine = Exclude<PrintLine, { kind: 'section' }>;

const wide = '\u00a0\u00a0 ';
/** Maximum lines of label and answer in a box that spans fewer than all columns. */
const maxLabelLines = 2;
const maxAnswerLines: Readonly<Record<number, number>> = { 1: 2, 2: 2, 3: 3 };

/** A label with its text below it. */
export const labeled = (label: string, text: string, style: Style = styles.answer): readonly StyledText[] => [
  { text: label, style: styles.label },
  { text, style },
];

/** True for a single checkbox: its label is next to it and is not repeated above. */
const isOwnLabel = (line: QuestionLine) =>
  line.kind === 'answer' && line.options?.length === 1 && line.options[0]?.label === line.label;

/** A question with its answer, or a notice, as texts below each other. */
export function textsOf(line: QuestionLine): readonly StyledText[] {
  if (line.kind === 'notice') return [{ text: line.text, style: styles.notice }];
  const style = line.answered ? styles.answer : styles.unanswered;
  if (line.kind === 'document' || line.options === undefined) return labeled(line.label, line.text, style);
  const boxes = line.options.map(({ label, chosen }) => `${chosen ? '[X]' : '[\u00a0]'}\u00a0${label}`);
  if (isOwnLabel(line)) return boxes.map((text) => ({ text, style: styles.box }));
  if (!line.column) return labeled(line.label, boxes.join(wide));
  return [
    { text: line.label, style: styles.label },
    ...boxes.map((text) => ({ text, style: styles.option })),
  ];
}

/** True if no word of these texts is longer than a line. */
const hasWholeWords = (texts: readonly StyledText[], width: number, { layOut }: Typesetter): boolean =>
  texts.every(({ text, style }) =>
    text.split(/\s+/).every((word) => layOut([{ text: word, style }], width).lines.length <= 1),
  );

/** Fits a question into as few columns as its label and answer need without many line breaks. */
export function spannedBox(texts: readonly StyledText[], typesetter: Typesetter): SpannedBox {
  const { layOut } = typesetter;
  for (let span = 1; span < columns; span += 1) {
    const width = widthOfSpan(span);
    const box = layOut(texts, width);
    const labels = texts.length > 1 ? box.lines.filter(({ style }) => style === styles.label).length : 0;
    const options = texts.filter(({ style }) => style === styles.option).length;
    const answers = box.lines.length - labels;
    // Options are one line each: the second line of one would look like an option without a box.
    const isShort = labels <= maxLabelLines && answers <= (options || maxAnswerLines[span] || 0);
    if (isShort && (answers === 1 || options > 0 || hasWholeWords(texts, width, typesetter)))
      return { box, span };
  }
  return { box: layOut(texts, widthOfSpan(columns)), span: columns };
}

/** Puts short questions next to each other, in reading order. */
export const rowsOf = (entries: readonly (readonly StyledText[])[], typesetter: Typesetter): readonly Row[] =>
  inRows(entries.map((texts) => spannedBox(texts, typesetter)));

/** Puts boxes next to each other as long as they fit. */
export function inRows(boxes: readonly SpannedBox[]): readonly Row[] {
  const rows: SpannedBox[][] = [];
  let free = 0;
  for (const spanned of boxes) {
    if (spanned.span <= free) rows.at(-1)?.push(spanned);
    else {
      rows.push([spanned]);
      free = columns;
    }
    free -= spanned.span;
  }
  return rows;
}

export const heightOfRow = (row: Row): number => Math.max(0, ...row.map(({ box }) => box.height));
