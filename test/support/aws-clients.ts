import { S3Client } from '@aws-sdk/client-s3';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';

type Cloud = Pick<LocalCloud, 'url' | 'credentials'>;

/** The settings of an SDK client that calls a local cloud as its administrator. */
export const clientSettings = ({ url, credentials }: Cloud) => ({
  endpoint: url,
  region: 'us-east-1',
  credentials,
});

const clients = new WeakMap<object, Map<unknown, unknown>>();

/** The cloud's client of this class. Making one takes as long as a call. */
export function clientOf<Client>(
  cloud: Cloud,
  Class: new (settings: ReturnType<typeof clientSettings> & { forcePathStyle: boolean }) => Client,
): Client {
  const made = clients.get(cloud) ?? new Map<unknown, unknown>();
  clients.set(cloud, made);
  if (!made.has(Class)) made.set(Class, new Class({ ...clientSettings(cloud), forcePathStyle: true }));
  return made.get(Class) as Client;
}

export const s3Of = (cloud: Cloud): S3Client => clientOf(cloud, S3Client);
