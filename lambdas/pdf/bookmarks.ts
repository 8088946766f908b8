import { pageSize } from './page-writer.ts';

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
