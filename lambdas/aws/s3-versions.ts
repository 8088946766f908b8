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

/** The variable that names a bucket. */
export type BucketName = 'DOCUMENTS_BUCKET' | 'UPLOADS_BUCKET' | 'PACKAGES_BUCKET';

/**
 * Lists every version and delete marker under a prefix of a bucket, in batches that one call can delete. An
 * object of a bucket without versions has one.
 */
export async function* listVersions(
  Prefix: string,
  bucket: BucketName = 'DOCUMENTS_BUCKET',
): AsyncGenerator<readonly ObjectIdentifier[]> {
  const Bucket = environment(bucket);
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

/**
 * Deletes versions. S3 reports success even when it could not delete some objects, so the reported failures
 * are thrown.
 */
export async function deleteVersions(
  Objects: readonly ObjectIdentifier[],
  bucket: BucketName = 'DOCUMENTS_BUCKET',
): Promise<void> {
  const command = new DeleteObjectsCommand({
    Bucket: environment(bucket),
    Delete: { Objects: [...Objects], Quiet: true },
  });
  const [failed] = (await s3.send(command)).Errors ?? [];
  if (failed !== undefined) throw new Error(`${failed.Key} could not be deleted: ${failed.Message}`);
}
