import { keyOfConverted, uploadOf } from '../aws/object-keys.ts';
import { deleteObject } from '../aws/s3.ts';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { Removal } from '../store/items.ts';
import { deleteRemoval } from '../store/removals.ts';
import { removeOutdatedPdfs } from './outdated-pdfs.ts';

/** Removes the files of deleted or replaced documents, and the application PDFs that contain them. */
export async function removeDocumentFiles(sub: ApplicantId, removals: readonly Removal[]): Promise<void> {
  await removeOutdatedPdfs(sub);
  for (const { gen, object_key, until } of removals) {
    await deleteObject({ bucket: environment('UPLOADS_BUCKET'), key: object_key });
    // A converter that died after writing the PDF has left it behind without a word in the table.
    const key = keyOfConverted(uploadOf(object_key));
    await deleteObject({ bucket: environment('DOCUMENTS_BUCKET'), key });
    if (until === undefined || now() > until) await deleteRemoval(sub, gen);
  }
}
