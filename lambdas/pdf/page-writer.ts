import { breakLines, type Line } from './break-lines.ts';
import { baseFont, fontForOneDocument } from './fonts.ts';
import { splitWords } from './text-runs.ts';

export interface Style {
  readonly size: number;
  readonly bold?: boolean;
  readonly color?: string;
  /** Space above the text, in points. */
  readonly above?: number;
}

export const pageSize = { width: 612, height: 792, side: 60, top: 72, bottom: 64 };

const textWidth = pageSize.width - 2 * pageSize.side;
const leading = 1.35;

/** Writes text down the pages of a document, in as many fonts as it needs. */
export const createPageWriter = (document: PDFKit.PDFDocument) => {
  const select = (font: string, size: number) => {
    // pdfkit accepts an opened font too, which its types leave out.
    if (!opened.has(font)) document.registerFont(font, fontForOneDocument(font) as unknown as string);
    opened.add(font);
    return document.font(font, size);
  };
  const opened = new Set<string>();
  let y = pageSize.top;

  /** Starts a new page unless this much space is left. */
  const ensureSpace = (height: number) => {
    if (y + height <= pageSize.height - pageSize.bottom) return;
    document.continueOnNewPage();
    y = pageSize.top;
  };

  const drawLine = (line: Line, size: number) => {
    ensureSpace(size * leading);
    let x = pageSize.side;
    for (const { font, text } of line) {
      select(font, size).text(text, x, y + size, { lineBreak: false, baseline: 'alphabetic' });
      x += document.widthOfString(text);
    }
    y += size * leading;
  };

  /** Writes text over as many lines and pages as it needs. */
  const write = (text: string, { size, bold = false, color = '#1a1a1a', above = 0 }: Style) => {
    y += above;
    const widths = new Map<string, number>();
    const measure = (font: string, part: string) => {
      const key = `${font}\n${part}`;
      const width = widths.get(key) ?? select(font, size).widthOfString(part);
      widths.set(key, width);
      return width;
    };
    document.fillColor(color);
    for (const paragraph of text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/))
      for (const line of breakLines(splitWords(paragraph, bold), textWidth, measure)) drawLine(line, size);
  };

  /** Writes one line at a fixed position, at the left or right margin. */
  const writeAt = (text: string, at: { readonly y: number; readonly right?: boolean }, size: number) => {
    const [line = []] = breakLines(splitWords(text, false), Number.POSITIVE_INFINITY, (font, part) =>
      select(font, size).widthOfString(part),
    );
    const widths = line.map((run) => select(run.font, size).widthOfString(run.text));
    let x = at.right
      ? pageSize.width - pageSize.side - widths.reduce((sum, width) => sum + width, 0)
      : pageSize.side;
    for (const [index, { font, text: part }] of line.entries()) {
      select(font, size).text(part, x, at.y, { lineBreak: false, baseline: 'alphabetic' });
      x += widths[index] ?? 0;
    }
  };

  select(baseFont(false), 10);
  return { write, ensureSpace, writeAt };
};

export type PageWriter = ReturnType<typeof createPageWriter>;
