import { applicationPdfFolder, keyOfApplicationPdf } from '../aws/object-keys.ts';
import { deleteVersions, listVersions } from '../aws/s3-versions.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { readStoredPdf } from '../store/pdfs.ts';

/**
 * Removes every PDF copy of an applicant but the current one, with all versions. Which one is current is asked after
 * the objects are listed: a copy is noted in the table before its object is written, so no current one is removed.
 */
export async function removeOutdatedPdfs(sub: ApplicantId): Promise<void> {
  for await (const versions of listVersions(applicationPdfFolder(sub))) {
    const current = await readStoredPdf(sub);
    const kept = current && current.status !== 'FAILED' ? keyOfApplicationPdf(sub, current.id) : undefined;
    const earlier = versions.filter(({ Key }) => Key !== kept);
    if (earlier.length > 0) await deleteVersions(earlier);
  }
}
