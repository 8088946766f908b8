import { deleteConvertedFile, deleteUpload } from '../aws/s3.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { Removal } from '../store/items.ts';
import { deleteRemoval } from '../store/removals.ts';
import { removeOutdatedPdfs } from './outdated-pdfs.ts';

/** Removes the files of deleted or replaced documents, and the application PDFs that contain them. */
export async function removeDocumentFiles(sub: ApplicantId, removals: readonly Removal[]): Promise<void> {
  await removeOutdatedPdfs(sub);
  for (const { gen, object_key, pdf_key } of removals) {
    await deleteUpload(object_key);
    if (pdf_key !== undefined) await deleteConvertedFile(pdf_key);
    await deleteRemoval(sub, gen);
  }
}
