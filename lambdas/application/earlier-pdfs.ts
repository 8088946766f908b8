import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  type ListObjectVersionsCommandOutput,
  type ObjectIdentifier,
  S3Client,
} from '@aws-sdk/client-s3';
import { environment } from '../runtime/environment.ts';
import { copyNow } from '../store/pdfs.ts';

const s3 = new S3Client({});

/** An applicant's copies share a folder. Only one of them is current. */
const folderOf = (sub: string) => `copies/${sub}/`;
export const copyKey = (sub: string, id: string): string => `${folderOf(sub)}${id}.pdf`;

/** Every version of every object under a prefix, delete markers included, in portions that one call can delete. */
async function* versionsUnder(Prefix: string): AsyncGenerator<readonly ObjectIdentifier[]> {
  const Bucket = environment('DOCUMENTS_BUCKET');
  let next: Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'> | undefined = {};
  while (next !== undefined) {
    const page: ListObjectVersionsCommandOutput = await s3.send(
      new ListObjectVersionsCommand({ Bucket, Prefix, ...next }),
    );
    const { Versions = [], DeleteMarkers = [] } = page;
    yield [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    next = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      : undefined;
  }
}

/** The call succeeds even when S3 could not delete some of the objects: those are named in the answer. */
async function deleteVersions(Objects: readonly ObjectIdentifier[]): Promise<void> {
  const command = new DeleteObjectsCommand({
    Bucket: environment('DOCUMENTS_BUCKET'),
    Delete: { Objects: [...Objects], Quiet: true },
  });
  const [failed] = (await s3.send(command)).Errors ?? [];
  if (failed !== undefined) throw new Error(`${failed.Key} could not be deleted: ${failed.Message}`);
}

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
