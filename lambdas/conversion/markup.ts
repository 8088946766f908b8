import type { PDFDict } from '@cantoo/pdf-lib';
import { boxOf, colorOf, type Drawing, lineWidthOf, textStyleOf } from './drawing.ts';
import { entriesOf, itemsIn, numbersIn } from './pdf-entries.ts';
import { rejectFile, rejectionMessages } from './rejections.ts';

type Lines = readonly (readonly number[])[];

interface Kind {
  /** Its lines; without, it fills its rectangle. */
  readonly lines?: (annotation: PDFDict) => Lines;
  readonly shape?: 'ellipse';
  /** The entry with the color of its inside. */
  readonly fill?: 'C' | 'IC';
  readonly multiplies?: boolean;
  readonly text?: 'Contents' | 'icon';
}

const path = (key: string) => (annotation: PDFDict) => [entriesOf(annotation).numbers(key)];

/** A closed path ends where it began. */
const closed = (line: readonly number[]) => [...line, ...line.slice(0, 2)];

/** One line for each piece of marked text. Its corners are the upper left and right, then the lower ones. */
const marked =
  (lineOf: (corners: readonly number[]) => readonly number[]) =>
  (annotation: PDFDict): Lines => {
    const corners = entriesOf(annotation).numbers('QuadPoints');
    return Array.from({ length: Math.floor(corners.length / 8) }, (_, index) =>
      lineOf(corners.slice(8 * index, 8 * index + 8)),
    );
  };
const lowerEdge = marked((corners) => corners.slice(4));
const middle = marked((corners) =>
  corners.slice(0, 4).map((upper, at) => (upper + (corners[at + 4] ?? 0)) / 2),
);
const outline = marked((corners) =>
  closed([...corners.slice(0, 4), ...corners.slice(6), ...corners.slice(4, 6)]),
);

const kinds: Readonly<Record<string, Kind>> = {
  FreeText: { fill: 'C', text: 'Contents' },
  Text: { fill: 'C', text: 'icon' },
  Square: { fill: 'IC' },
  Circle: { shape: 'ellipse', fill: 'IC' },
  Line: { lines: path('L') },
  PolyLine: { lines: path('Vertices') },
  Polygon: { lines: (annotation) => path('Vertices')(annotation).map(closed), fill: 'IC' },
  Ink: { lines: (annotation) => itemsIn(entriesOf(annotation).value('InkList')).map(numbersIn) },
  Highlight: { lines: outline, fill: 'C', multiplies: true },
  Underline: { lines: lowerEdge },
  Squiggly: { lines: lowerEdge },
  StrikeOut: { lines: middle },
};

/** An annotation as readers draw it without an appearance; undefined if they show nothing on the page. */
export const markupDrawing = (annotation: PDFDict): Drawing | undefined => {
  const { numbers, number, value, text } = entriesOf(annotation);
  const subtype = text('Subtype') ?? '';
  // Its picture is nowhere else.
  if (subtype === 'Stamp') return rejectFile(rejectionMessages.undrawable, 'a stamp');
  const kind = kinds[subtype];
  const lineWidth = lineWidthOf(annotation);
  const lines = kind?.lines?.(annotation);
  const box = lines ? boxAround(lines, lineWidth) : boxOf(annotation);
  if (kind === undefined || box === undefined) return undefined;
  if (kind.text === 'Contents' && !text('Contents') && value('RC'))
    return rejectFile(rejectionMessages.undrawable, 'rich text');
  const style = textStyleOf(text('DA'), kind.text === 'icon' ? 1 : number('Q'));
  const color = value('C') ? colorOf(numbers('C')) : style.color;
  return {
    ...{ box, lineWidth, opacity: number('CA'), shape: lines ?? kind.shape ?? 'rectangle' },
    ...(kind.fill && { fill: colorOf(numbers(kind.fill)) }),
    ...(kind.multiplies ? { multiplies: true } : { stroke: kind.text ? style.color : color }),
    ...(kind.text === 'Contents' && { text: { text: text('Contents') ?? '', isMultiline: true, ...style } }),
    ...(kind.text === 'icon' && { text: { text: '≡', isMultiline: false, ...style } }),
  };
};

const boxAround = (lines: Lines, margin: number): Drawing['box'] | undefined => {
  const all = lines.flat();
  if (all.length < 4) return undefined;
  const edge = (side: 0 | 1, pick: (...values: number[]) => number) =>
    all.reduce((found, each, index) => (index % 2 === side ? pick(found, each) : found), all[side] ?? 0);
  const [left, bottom] = [edge(0, Math.min) - margin, edge(1, Math.min) - margin];
  return [left, bottom, edge(0, Math.max) + margin, edge(1, Math.max) + margin];
};
