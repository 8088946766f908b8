import { breakLines, type Line } from './break-lines.ts';
import { baseFont, type Face, fontForOneDocument } from './fonts.ts';
import { splitWords, type Word } from './text-runs.ts';

export interface Style {
  readonly size: number;
  readonly face?: Face;
  readonly color?: string;
  /** Space above the text, in points. */
  readonly above?: number;
  /** Length of the line below the text on which an answer is written, in points. */
  readonly rule?: number;
}

export interface StyledText {
  readonly text: string;
  readonly style: Style;
}

interface StyledLine {
  readonly line: Line;
  readonly style: Style;
  readonly height: number;
}

/** Texts below each other, broken into the lines of one column. */
export interface TextBox {
  readonly lines: readonly StyledLine[];
  readonly height: number;
}

export const leading = 1.25;
const paragraphBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

const heightOf = (lines: readonly StyledLine[]) => lines.reduce((sum, { height }) => sum + height, 0);

/** Breaks and draws text of one document, in as many fonts as it needs. */
export const createTypesetter = (document: PDFKit.PDFDocument) => {
  const opened = new Set<string>();
  const widths = new Map<string, number>();
  const words = new Map<string, readonly Word[]>();

  const select = (font: string, size: number) => {
    // pdfkit accepts an opened font too, which its types leave out.
    if (!opened.has(font)) document.registerFont(font, fontForOneDocument(font) as unknown as string);
    opened.add(font);
    return document.font(font, size);
  };

  const measure = (font: string, size: number, text: string) => {
    const key = `${font}\n${size}\n${text}`;
    const width = widths.get(key) ?? select(font, size).widthOfString(text);
    widths.set(key, width);
    return width;
  };

  /** Splits a paragraph once, because a box is laid out in up to three widths. */
  const wordsOf = (paragraph: string, face: Face) => {
    const key = `${face}\n${paragraph}`;
    const split = words.get(key) ?? splitWords(paragraph, face);
    words.set(key, split);
    return split;
  };

  const linesOf = ({ text, style }: StyledText, width: number): readonly StyledLine[] => {
    const { size, face = 'plain', above = 0 } = style;
    const broken = text
      .split(paragraphBreak)
      .flatMap((paragraph) =>
        breakLines(wordsOf(paragraph, face), width, (font, part) => measure(font, size, part)),
      );
    return broken.map((line, index) => ({
      line,
      style,
      height: size * leading + (index === 0 ? above : 0),
    }));
  };

  /** Breaks texts into the lines of a column of this width. */
  const layOut = (texts: readonly StyledText[], width: number): TextBox => {
    const lines = texts.flatMap((text) => linesOf(text, width));
    return { lines, height: heightOf(lines) };
  };

  /** Draws one line; `bottom` is the lower edge of its space. */
  const drawLine = (
    { line, style: { size, color = '#1a1a1a', rule } }: StyledLine,
    left: number,
    bottom: number,
  ) => {
    document.fillColor(color);
    const baseline = bottom - size * (leading - 1);
    let x = left;
    for (const { font, text } of line) {
      select(font, size).text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      x += measure(font, size, text);
    }
    if (rule !== undefined)
      document
        .moveTo(left, bottom)
        .lineTo(left + rule, bottom)
        .lineWidth(0.5)
        .stroke('#6b6b6b');
  };

  const widthOf = ({ line, style: { size } }: StyledLine) =>
    line.reduce((sum, { font, text }) => sum + measure(font, size, text), 0);

  select(baseFont, 10);
  return { layOut, drawLine, widthOf };
};

export type Typesetter = ReturnType<typeof createTypesetter>;
