import { userInfo } from 'node:os';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { LocalCloud } from '../local-cloud/index.ts';
import type { SftpKeys } from './sftp-server.ts';

/** The name of the local SFTP server in settings. Only the local cloud can resolve it. */
export const sftpHost = 'sftp.example.edu';

/** The delivery of `npm start -- --sftp`. */
export const sampleDelivery = ({ hostKey }: SftpKeys) => ({
  ...{ name: 'sis', to: 'sftp', format: 'package', schedule: 'each' },
  ...{ host: sftpHost, user: 'matricula', hostKeys: [hostKey] },
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
