import { deleteDocumentFile, deleteUpload } from '../aws/s3.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { Removal } from '../store/items.ts';
import { forgetRemoval } from '../store/removals.ts';
import { removeEarlierCopies } from './earlier-pdfs.ts';

/** Removes the files of documents that were deleted or replaced, and the PDF copies that hold them. */
export async function finishRemovals(sub: ApplicantId, removals: readonly Removal[]): Promise<void> {
  await removeEarlierCopies(sub);
  for (const { gen, object_key, pdf_key } of removals) {
    await deleteUpload(object_key);
    if (pdf_key !== undefined) await deleteDocumentFile(pdf_key);
    await forgetRemoval(sub, gen);
  }
}
