import { applicationPdfFolder, keyOfApplicationPdf } from '../aws/object-keys.ts';
import { deleteVersions, listVersions } from '../aws/s3.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { readStoredPdfs } from '../store/pdfs.ts';

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
