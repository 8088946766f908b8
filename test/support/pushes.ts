import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { assemble } from '../../scripts/build/assemble.ts';
import { fillSftpSecrets, sampleDelivery, sftpHost } from '../../scripts/dev/local-sftp.ts';
import {
  type LocalSftpServer,
  type SftpKeys,
  sftpKeys,
  startSftpServer,
} from '../../scripts/dev/sftp-server.ts';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { quickCloud } from './quick-cloud.ts';
import { tableOf } from './table.ts';

/** A folder whose name has a space and letters outside ASCII. */
export const oddFolder = '/Übergabe der Zulassungen';
export const usualFolder = '/incoming/Matricula';
export const slateFolder = '/incoming/Slate';
export const bucketPrefix = 'received/';

/** The bucket and the bus of the same cloud stand in for those of the receiver. */
const bucket = 'matricula-dev-data-packages660aff77';

/** One push of each kind. `sis` and `archive` write into the same folder. */
const deliveries = (keys: SftpKeys) => [
  sampleDelivery(keys),
  { ...sampleDelivery(keys), name: 'archive', schedule: 'hourly' },
  { ...sampleDelivery(keys), name: 'nightly', format: 'csv', schedule: 'nightly', folder: oddFolder },
  { ...sampleDelivery(keys), name: 'slate', format: 'slate', schedule: 'hourly', folder: slateFolder },
  {
    ...{ name: 'lake', to: 's3', format: 'json', schedule: 'hourly' },
    ...{ bucket, prefix: bucketPrefix, region: 'us-east-1' },
  },
  {
    ...{ name: 'bus', to: 'eventbridge', format: 'package', schedule: 'each' },
    bus: 'arn:aws:events:us-east-1:000000000000:event-bus/matricula-dev',
  },
];

interface Running {
  readonly cloud: LocalCloud;
  readonly sftp: LocalSftpServer;
}

/** Starts the product with pushes, and a real SFTP server that receives files. */
export function withPushes(more: Pick<LocalCloudOptions, 'delivery'> = {}): () => Running {
  let running: Running | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'matricula-'));
  beforeAll(async () => {
    const keys = await sftpKeys();
    const assembly = await assemble({ deliveries: JSON.stringify(deliveries(keys)) });
    const sftp = await startSftpServer(join(folder, 'sftp'));
    for (const name of [usualFolder, oddFolder, slateFolder])
      mkdirSync(join(sftp.root, name), { recursive: true });
    const data = join(folder, 'data');
    const cloud = await startLocalCloud({
      ...{ ...quickCloud, assembly, data, port: 0, log: () => undefined },
      ...{ ...more, sftpServers: { [sftpHost]: sftp } },
    });
    await fillSftpSecrets(cloud, keys);
    running = { cloud, sftp };
  }, 300_000);
  afterAll(async () => {
    await running?.cloud.close();
    await running?.sftp.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (running === undefined) throw new Error('The cloud has not started.');
    return running;
  };
}

const keyOf = (sk: string) => ({ pk: 'DELIVERY#state', sk });

/** The stored state of a push. */
export async function stateOf(cloud: LocalCloud, name: string): Promise<Readonly<Record<string, unknown>>> {
  const { documents, TableName } = tableOf(cloud);
  return (await documents.send(new GetCommand({ TableName, Key: keyOf(name) }))).Item ?? {};
}

/** Changes the stored state of a push, as if time had passed. */
export async function setState(
  cloud: LocalCloud,
  name: string,
  attribute: 'next_at' | 'tries' | 'mark' | 'cursors' | 'batch',
  value: unknown,
): Promise<void> {
  const { documents, TableName } = tableOf(cloud);
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: keyOf(name),
      UpdateExpression: 'SET #attribute = :value',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
}
