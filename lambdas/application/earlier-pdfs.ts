import { deleteVersions, versionsUnder } from '../aws/s3-versions.ts';
import { copyNow } from '../store/pdfs.ts';

/** An applicant's copies share a folder. Only one of them is current. */
const folderOf = (sub: string) => `copies/${sub}/`;
export const copyKey = (sub: string, id: string): string => `${folderOf(sub)}${id}.pdf`;

/**
 * Removes every PDF copy of an applicant but the current one, with all versions. Which one is current is asked after
 * the objects are listed: a copy is noted in the table before its object is written, so no current one is removed.
 */
export async function removeEarlierCopies(sub: string): Promise<void> {
  for await (const versions of versionsUnder(folderOf(sub))) {
    const current = await copyNow(sub);
    const kept = current && current.status !== 'FAILED' ? copyKey(sub, current.id) : undefined;
    const earlier = versions.filter(({ Key }) => Key !== kept);
    if (earlier.length > 0) await deleteVersions(earlier);
  }
}
