import { S3Client } from '@aws-sdk/client-s3';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';

type Cloud = Pick<LocalCloud, 'url' | 'credentials'>;

/** The settings of an SDK client that calls a local cloud as its administrator. */
export const clientSettings = ({ url, credentials }: Cloud) => ({
  endpoint: url,
  region: 'us-east-1',
  credentials,
});

export const s3Of = (cloud: Cloud): S3Client =>
  new S3Client({ ...clientSettings(cloud), forcePathStyle: true });
