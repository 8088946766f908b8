import { existsSync, mkdirSync, watch } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { SynthOptions } from '../build/synth.ts';
import type { LocalCloud, LocalCloudOptions } from '../local-cloud/index.ts';
import { type SftpKeys, sftpKeys, startSftpServer } from './sftp-server.ts';

/** The name of the local SFTP server in settings. Only the local cloud can resolve it. */
export const sftpHost = 'sftp.example.edu';

/** The default folder of deliveries by SFTP. */
const incoming = 'incoming/Matricula';

/** The delivery of `npm start -- --sftp`. */
export const sampleDelivery = ({ hostKey }: SftpKeys) => ({
  ...{ name: 'sis', to: 'sftp', format: 'package', schedule: 'each' },
  ...{ host: sftpHost, hostKeys: [hostKey] },
});

/** Gives every delivery by SFTP the login of the local server, as an operator does with the real one. */
export async function fillSftpSecrets(
  { url, credentials, outputs }: Pick<LocalCloud, 'url' | 'credentials' | 'outputs'>,
  { userKey }: SftpKeys,
): Promise<void> {
  const client = new SecretsManagerClient({ endpoint: url, region: 'us-east-1', credentials });
  const SecretString = JSON.stringify({ Username: userInfo().username, PrivateKey: userKey });
  for (const [path, SecretId] of Object.entries(outputs))
    if (/\/SendFiles\/\w+\/Key\/Resource$/.test(path))
      await client.send(new PutSecretValueCommand({ SecretId, SecretString }));
}

/** Calls `print` with the path of each file that arrives under its final name. */
function printArrivals(folder: string, print: (line: string) => void) {
  const known = new Set<string>();
  return watch(folder, (_, name) => {
    if (name === null || name.endsWith('.part') || known.has(name)) return;
    if (!existsSync(join(folder, name))) return;
    known.add(name);
    print(`Arrived by SFTP: ${join(folder, name)}`);
  });
}

export interface LocalSftp {
  /** The settings of the assembly, and the server that its connector reaches. */
  readonly context: NonNullable<SynthOptions['context']>;
  readonly sftpServers: NonNullable<LocalCloudOptions['sftpServers']>;
  /** Gives the cloud the login of the server. Returns a line to print. */
  connect(cloud: LocalCloud): Promise<string>;
  close(): Promise<void>;
}

/** Starts an SFTP server that gets each submitted application, and prints each file that arrives. */
export async function startLocalSftp(
  root: string,
  print: (line: string) => void = console.log,
): Promise<LocalSftp> {
  const keys = await sftpKeys();
  const server = await startSftpServer(root);
  const folder = join(root, incoming);
  mkdirSync(folder, { recursive: true });
  const watcher = printArrivals(folder, print);
  return {
    context: { deliveries: JSON.stringify([sampleDelivery(keys)]) },
    sftpServers: { [sftpHost]: server },
    async connect(cloud) {
      await fillSftpSecrets(cloud, keys);
      return `SFTP: each submitted application arrives in ${folder}`;
    },
    async close() {
      watcher.close();
      await server.close();
    },
  };
}
