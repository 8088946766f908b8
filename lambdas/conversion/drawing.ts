import type { PDFDict } from '@cantoo/pdf-lib';
import { entriesOf } from './pdf-entries.ts';

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

export const lineWidthOf = (annotation: PDFDict): number => {
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
export const textStyleOf = (appearance = '', quadding = 0) => {
  const start = appearance.slice(0, 1_000);
  const size = Math.abs(Number(operands(start, 'Tf').at(-1)));
  return {
    size: Number.isFinite(size) ? size : 0,
    color: colorOf(operands(start, '(?:g|rg|k)').map(Number)) ?? '#000000',
    alignment: [0, 0.5, 1][quadding] ?? 0,
  };
};
