import { removeEarlierCopies } from './earlier-copies.ts';
import { deleteDocumentFile, deleteUpload } from './files.ts';
import type { Removal } from './store/items.ts';
import { forgetRemoval } from './store/removals.ts';

/** Removes the files of documents that were deleted or replaced, and the PDF copies that hold them. */
export async function finishRemovals(sub: string, removals: readonly Removal[]): Promise<void> {
  await removeEarlierCopies(sub);
  for (const { gen, object_key, pdf_key } of removals) {
    await deleteUpload(object_key);
    if (pdf_key !== undefined) await deleteDocumentFile(pdf_key);
    await forgetRemoval(sub, gen);
  }
}
