import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { RefProxy } from 'pdfjs-dist/types/src/display/api.js';

/** The header and footer that an application PDF repeats on every page, at the end of the page's text. */
const edges = /Northern Lakes University · [^\n]*\nMade on [^\n]*( UTC|Page \d+ of \d+)$/;
/** With documents, the number of a page is drawn first; a document's page also names the document. */
const number = /^([^\n]* – [^\n]* )?Page \d+ of \d+/;

/** A bookmark with its depth and the page to which it leads, counted from 1. */
interface Bookmark {
  readonly title: string;
  readonly depth: number;
  readonly page: number;
}

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

const bookmarksOf = async (
  document: PDFDocumentProxy,
  items: Outline | undefined,
  depth = 0,
): Promise<readonly Bookmark[]> => {
  const found = (items ?? []).map(async ({ title, dest, items: below }) => {
    const page = 1 + (await document.getPageIndex(dest?.[0] as unknown as RefProxy));
    return [{ title, depth, page }, ...(await bookmarksOf(document, below, depth + 1))];
  });
  return (await Promise.all(found)).flat();
};

/** The content of a PDF, read by another library than the one that made it. */
export const readPdf = async (bytes: Uint8Array) => {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const { items } = await page.getTextContent();
      const { width, height } = page.getViewport({ scale: 1 });
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      return {
        text,
        /** Each piece of text with its height above the bottom of the page and its right edge. */
        pieces: items.flatMap((item) =>
          'str' in item
            ? [{ text: item.str, y: item.transform[5], right: item.transform[4] + item.width }]
            : [],
        ),
        body: text.replace(number, '').replace(edges, ''),
        width,
        height,
        structure: await page.getStructTree(),
        annotations: await page.getAnnotations(),
      };
    }),
  );
  const read = {
    pages,
    text: pages.map(({ text }) => text).join('\n'),
    marked: ((await document.getMarkInfo()) as Map<string, boolean> | null)?.get('Marked') === true,
    outline: await bookmarksOf(document, await document.getOutline()),
    info: (await document.getMetadata()).info as Readonly<Record<string, unknown>>,
    scripts: await document.getJSActions(),
    attachments: await document.getAttachments(),
  };
  await task.destroy();
  return read;
};

/** The number of pictures on each page. */
export async function picturesOn(bytes: Uint8Array): Promise<readonly number[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const document = await task.promise;
  const counts: number[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { fnArray } = await (await document.getPage(number)).getOperatorList();
    counts.push(fnArray.filter((each) => each === OPS.paintImageXObject).length);
  }
  await task.destroy();
  return counts;
}
