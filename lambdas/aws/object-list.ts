import { GetObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { environment } from '../runtime/environment.ts';
import type { BucketName } from './s3-versions.ts';

const s3 = new S3Client({});

/** Seconds. The operator's command downloads each file immediately. */
const linkSeconds = 300;

interface ListedObject {
  readonly key: string;
  readonly size: number;
  /** A presigned link, valid for five minutes. */
  readonly url: string;
}

/** Lists the current objects under a prefix: the first 1,000, and applicants have far fewer. */
export async function listObjects(Prefix: string, bucket: BucketName): Promise<readonly ListedObject[]> {
  const Bucket = environment(bucket);
  const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
  const current = Versions.filter(({ IsLatest }) => IsLatest);
  return Promise.all(
    current.map(async ({ Key = '', Size = 0 }) => ({
      key: Key,
      size: Size,
      url: await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }), { expiresIn: linkSeconds }),
    })),
  );
}
