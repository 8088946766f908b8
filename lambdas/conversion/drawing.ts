import { PDFArray, type PDFDict } from '@cantoo/pdf-lib';
import { entriesOf, itemsIn, numberIn, numbersIn, textIn } from './pdf-entries.ts';
import { rejectFile, rejectionMessages } from './rejections.ts';

/** Text that is shown completely, in its size or a smaller one. */
export interface DrawnText {
  readonly text: string;
  /** Points; 0 for as large as its box allows. */
  readonly size: number;
  readonly color: string;
  readonly isMultiline: boolean;
  /** 0 for left, 0.5 for centered, 1 for right. */
  readonly alignment: number;
  /** Number of equally wide cells, each with one letter. */
  readonly cells?: number | undefined;
}

/** The drawing of an annotation without an appearance, as readers show it. */
export interface Drawing {
  /** The lower left and the upper right corner on the page. */
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
  /** Lines are lists of coordinates on the page: x, y, x, y. */
  readonly shape: 'rectangle' | 'ellipse' | readonly (readonly number[])[];
  readonly fill?: string | undefined;
  readonly stroke?: string | undefined;
  readonly lineWidth: number;
  readonly opacity?: number | undefined;
  /** True for a highlighter, which leaves the text below readable. */
  readonly multiplies?: boolean;
  /** Degrees by which the content of the box is turned counterclockwise. */
  readonly turned?: number | undefined;
  readonly text?: DrawnText;
}

/** Where an annotation is; undefined if it is too small to be seen. */
export const boxOf = (annotation: PDFDict): Drawing['box'] | undefined => {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = entriesOf(annotation).numbers('Rect');
  if (Math.abs(x2 - x1) < 1 || Math.abs(y2 - y1) < 1) return undefined;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
};

const lineWidthOf = (annotation: PDFDict): number => {
  const { value, numbers } = entriesOf(annotation);
  const width = entriesOf(value('BS')).number('W') ?? numbers('Border')[2] ?? 1;
  return Math.min(12, Math.max(0, width));
};

/** A color from 1 component (gray), 3 (RGB) or 4 (CMYK); undefined for a transparent one. */
export const colorOf = (components: readonly number[]): string | undefined => {
  const [first = 0, second = 0, third = 0, black = 0] = components;
  const byLength: Readonly<Record<number, readonly number[]>> = {
    1: [first, first, first],
    3: [first, second, third],
    4: [first, second, third].map((ink) => (1 - ink) * (1 - black)),
  };
  const bytes = byLength[components.length]?.map((share) => 255 * Math.min(1, Math.max(0, share)));
  return bytes && `#${Buffer.from(bytes).toString('hex')}`;
};

const operands = (appearance: string, operator: string) =>
  new RegExp(String.raw`((?:-?[\d.]+\s+)+)${operator}\b`).exec(appearance)?.[1]?.trim().split(/\s+/) ?? [];

/** The style of a default appearance, such as `/Helv 12 Tf 0 g`, and of an alignment (/Q). */
const textStyleOf = (appearance = '', quadding = 0) => {
  const start = appearance.slice(0, 1_000);
  const size = Math.abs(Number(operands(start, 'Tf').at(-1)));
  return {
    size: Number.isFinite(size) ? size : 0,
    color: colorOf(operands(start, '(?:g|rg|k)').map(Number)) ?? '#000000',
    alignment: [0, 0.5, 1][quadding] ?? 0,
  };
};

const flags = {
  ...{ multiline: 1 << 12, password: 1 << 13, radio: 1 << 15 },
  ...{ pushButton: 1 << 16, combo: 1 << 17, comb: 1 << 24 },
};

/** Marks of checkboxes and radio buttons by their characters in the font ZapfDingbats. */
const marks: Readonly<Record<string, string>> = { 4: '✔', 8: '✘', l: '●', u: '◆', n: '■', H: '★' };

/** A field's value as readers show it; undefined for fields without text, such as checkboxes. */
export const fieldText = (widget: PDFDict): string | undefined => {
  const { inherited } = entriesOf(widget);
  const type = textIn(inherited('FT'));
  if (type !== 'Tx' && type !== 'Ch') return undefined;
  const value = inherited('V');
  const texts = (value instanceof PDFArray ? itemsIn(value) : [value]).map((each) => textIn(each) ?? '');
  const options = itemsIn(inherited('Opt')).map((option) => itemsIn(option).map(textIn));
  const labels = new Map(options.map(([code, label]) => [code, label]));
  return texts.map((each) => labels.get(each) ?? each).join('\n');
};

/** A field as readers draw it without an appearance: background, border and value. */
export const fieldDrawing = (widget: PDFDict, form: unknown): Drawing | undefined => {
  const { inherited, value } = entriesOf(widget);
  const has = (flag: keyof typeof flags) => ((numberIn(inherited('Ff')) ?? 0) & flags[flag]) !== 0;
  const box = boxOf(widget);
  const look = entriesOf(value('MK'));
  const [stroke, fill] = [colorOf(look.numbers('BC')), colorOf(look.numbers('BG'))];
  const content = fieldText(widget);
  const text =
    content === undefined ? markOf(widget, has) : has('password') ? '*'.repeat(content.length) : content;
  if (box === undefined || (text.trim() === '' && stroke === undefined && fill === undefined))
    return undefined;
  const style = textStyleOf(
    textIn(inherited('DA')) ?? entriesOf(form).text('DA'),
    content === undefined ? 1 : (numberIn(inherited('Q')) ?? entriesOf(form).number('Q')),
  );
  const isList = textIn(inherited('FT')) === 'Ch' && !has('combo');
  return {
    ...{ box, stroke, fill, lineWidth: lineWidthOf(widget), turned: look.number('R') },
    shape: content === undefined && has('radio') ? 'ellipse' : 'rectangle',
    text: {
      ...{ text, ...style },
      isMultiline: content !== undefined && (has('multiline') || isList),
      cells: has('comb') ? numberIn(inherited('MaxLen')) : undefined,
    },
  };
};

/** The caption of a push button, or the mark of a checkbox or radio button that is on. */
const markOf = (widget: PDFDict, has: (flag: keyof typeof flags) => boolean) => {
  const { inherited, value, text } = entriesOf(widget);
  const caption = entriesOf(value('MK')).text('CA') ?? '';
  if (textIn(inherited('FT')) !== 'Btn') return '';
  if (has('pushButton')) return caption;
  const state = text('AS') ?? textIn(inherited('V')) ?? 'Off';
  if (state === 'Off') return '';
  // The value belongs to the whole group: any of its buttons may be on.
  if (has('radio') && !text('AS')) return rejectFile(rejectionMessages.undrawable, 'a radio button');
  return (Object.hasOwn(marks, caption) ? marks[caption] : undefined) ?? (has('radio') ? '●' : '✔');
};

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
