import { GetObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { s3Of } from './aws-clients.ts';

type Cloud = Pick<LocalCloud, 'url' | 'credentials' | 'outputs'>;

/** The bucket in which applications arrive, and each night's export. */
export const packagesBucket = ({ outputs }: Cloud): string =>
  outputs['Matricula-dev/Data/Packages/Resource'] ?? '';

/** Every version of every object whose key begins so, in the order of the keys. */
export async function packageVersions(cloud: Cloud, Prefix: string): Promise<readonly string[]> {
  const { Versions = [], DeleteMarkers = [] } = await s3Of(cloud).send(
    new ListObjectVersionsCommand({ Bucket: packagesBucket(cloud), Prefix }),
  );
  return [...Versions, ...DeleteMarkers].map(({ Key = '' }) => Key).sort();
}

export async function readPackaged(cloud: Cloud, Key: string): Promise<Uint8Array> {
  const { Body } = await s3Of(cloud).send(new GetObjectCommand({ Bucket: packagesBucket(cloud), Key }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}
