import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  type ListObjectVersionsCommandOutput,
  type ObjectIdentifier,
  S3Client,
} from '@aws-sdk/client-s3';
import { environment } from '../runtime/environment.ts';

const s3 = new S3Client({});

/** Every version of every object under a prefix of the documents bucket, delete markers included, in portions that one call can delete. */
export async function* listVersions(Prefix: string): AsyncGenerator<readonly ObjectIdentifier[]> {
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
export async function deleteVersions(Objects: readonly ObjectIdentifier[]): Promise<void> {
  const command = new DeleteObjectsCommand({
    Bucket: environment('DOCUMENTS_BUCKET'),
    Delete: { Objects: [...Objects], Quiet: true },
  });
  const [failed] = (await s3.send(command)).Errors ?? [];
  if (failed !== undefined) throw new Error(`${failed.Key} could not be deleted: ${failed.Message}`);
}
