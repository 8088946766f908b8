import type { StyledText, TextBox, Typesetter } from './typesetter.ts';

export const pageSize = { width: 612, height: 792, side: 54, top: 56, bottom: 46 };

const gutter = 14;
export const textWidth = pageSize.width - 2 * pageSize.side;
export const pageHeight = pageSize.height - pageSize.top - pageSize.bottom;

/** A page has this many columns; a box may span several. */
export const columns = 4;
const columnWidth = (textWidth - (columns - 1) * gutter) / columns;
export const widthOfSpan = (span: number): number => span * columnWidth + (span - 1) * gutter;

/** A box and the number of columns that it spans. */
export interface SpannedBox {
  readonly box: TextBox;
  readonly span: number;
  /** True for a text that introduces the next row. */
  readonly leads?: boolean;
}

/** Boxes next to each other. */
export type Row = readonly SpannedBox[];

/** Places boxes of text down the pages of a document. */
export const createPageWriter = (document: PDFKit.PDFDocument, { drawLine, layOut, widthOf }: Typesetter) => {
  let y = pageSize.top;

  const startPage = () => {
    document.continueOnNewPage();
    y = pageSize.top;
  };

  /** Starts a new page unless this much space is left or the page is empty. */
  const keepTogether = (height: number) => {
    if (y > pageSize.top && y + height > pageSize.top + pageHeight) startPage();
  };

  /**
   * Draws a box across the page; one taller than a page continues on the next. Returns where it starts on the
   * page, in points from the top.
   */
  const place = ({ lines, height }: TextBox): number => {
    if (height <= pageHeight) keepTogether(height);
    const top = y;
    // At the top of a page, nothing has to be kept apart from the text above.
    if (y === pageSize.top) y -= lines[0]?.style.above ?? 0;
    for (const line of lines) {
      keepTogether(line.height);
      y += line.height;
      drawLine(line, pageSize.side, y);
    }
    return top;
  };

  /** Draws boxes next to each other; `tagged` adds each to the structure of the document. */
  const placeRow = (row: Row, tagged: (draw: () => void) => void): void => {
    const [only] = row;
    if (only !== undefined && row.length === 1) {
      tagged(() => place(only.box));
      return;
    }
    const height = Math.max(...row.map(({ box }) => box.height));
    keepTogether(height);
    const top = y;
    let left = pageSize.side;
    for (const { box, span } of row) {
      const start = left;
      tagged(() => drawAt(box, start, top));
      left += widthOfSpan(span) + gutter;
    }
    y = top + height;
  };

  const drawAt = ({ lines }: TextBox, left: number, top: number) => {
    let bottom = top;
    for (const line of lines) {
      bottom += line.height;
      drawLine(line, left, bottom);
    }
  };

  /** Draws the first line of a text at a fixed height, at the left or right margin. */
  const placeAt = (text: StyledText, at: { readonly y: number; readonly right?: boolean }) => {
    const [line] = layOut([text], Number.POSITIVE_INFINITY).lines;
    if (line === undefined) return;
    drawLine(line, at.right ? pageSize.width - pageSize.side - widthOf(line) : pageSize.side, at.y);
  };

  /** A gray line across the page. */
  const rule = () => {
    y += 6;
    document.markContent('Artifact', { type: 'Layout' });
    document
      .moveTo(pageSize.side, y)
      .lineTo(pageSize.width - pageSize.side, y)
      .lineWidth(0.5)
      .stroke('#b8b8b8');
    document.endMarkedContent();
  };

  return { place, placeRow, placeAt, keepTogether, rule };
};

export type PageWriter = ReturnType<typeof createPageWriter>;

/** pdfkit's types leave out the position of a bookmark: its distance from the top and the right edge. */
type AddItem = (
  title: string,
  options: { readonly expanded: boolean; readonly top: number; readonly left: number },
) => PDFKit.PDFOutline;

/** The bookmark above those of the documents. */
export const documentsTitle = 'Uploaded documents';

/** Adds bookmarks to the current page: sections under the pages of the form. */
export const createBookmarks = (document: PDFKit.PDFDocument) => {
  let parent = document.outline;
  return (tag: 'H1' | 'H2' | 'H3' | 'H4', title: string, top = 0): void => {
    if (tag !== 'H2' && tag !== 'H3') return;
    const outline = tag === 'H2' ? document.outline : parent;
    const addItem: AddItem = outline.addItem.bind(outline);
    const item = addItem(title, { expanded: true, top, left: pageSize.width });
    if (tag === 'H2') parent = item;
  };
};
