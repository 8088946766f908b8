import { join, resolve } from 'node:path';
import { startLocalSftp } from './local-sftp.ts';
import { addSampleApplicant } from './sample-applicant.ts';
import { serveProduct } from './serve.ts';

interface Options {
  readonly port: number;
  readonly data: string;
  readonly reset: boolean;
  readonly sample: boolean;
  readonly sftp: boolean;
}

/** Runs the whole product on one port of this machine until it is stopped. */
export async function start({ data, sample, sftp, ...options }: Options): Promise<void> {
  console.log('Preparing the cloud ...');
  const server = sftp ? await startLocalSftp(join(resolve(data), 'sftp')) : undefined;
  try {
    const prepare = [...(sample ? [addSampleApplicant] : []), ...(server ? [server.connect] : [])];
    await serveProduct(
      { ...options, data: resolve(data), sftpServers: server?.sftpServers },
      prepare,
      server?.context,
    );
  } finally {
    await server?.close();
  }
}
