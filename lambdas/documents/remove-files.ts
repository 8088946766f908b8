import { applicationPdfFolder, keyOfApplicationPdf, keyOfConverted, uploadOf } from '../aws/object-keys.ts';
import { deleteObject, deleteVersions, listVersions } from '../aws/s3.ts';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { deleteRemoval } from '../table/attached-documents.ts';
import type { Removal } from '../table/items.ts';
import { readStoredPdfs } from '../table/pdfs.ts';

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

/**
 * Removes every version of every PDF of an application, except the current PDF of each audience. It reads
 * which ones are current after it has listed the objects: a PDF is recorded in the table before its object is
 * written, so a current one is never removed.
 */
export async function removeOutdatedPdfs(sub: ApplicantId): Promise<void> {
  for await (const versions of listVersions(applicationPdfFolder(sub))) {
    const current = (await readStoredPdfs(sub)).filter(({ status }) => status !== 'FAILED');
    const kept = new Set<string>(current.map(({ id }) => keyOfApplicationPdf(sub, id)));
    const earlier = versions.filter(({ Key }) => Key === undefined || !kept.has(Key));
    if (earlier.length > 0) await deleteVersions(earlier);
  }
}
