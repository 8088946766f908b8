import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { nightlyExportTime } from '../../shared/api/export-time.ts';
import type { LocalCloud } from '../local-cloud/index.ts';
import { addSampleApplicant } from './sample-applicant.ts';
import { serveProduct } from './serve.ts';

interface Options {
  readonly port: number;
  readonly data: string;
  readonly reset: boolean;
  readonly sample: boolean;
  readonly deliveries?: string;
}

/** The setting of a university with Slate. The local cloud reaches no server: files arrive in a folder. */
const slate = {
  format: 'slate',
  sftp: { host: 'sftp.example.edu', folder: '/', hostKeys: ['ssh-rsa AAAA'] },
};

/** Runs the nightly export each minute. An export leaves out what was submitted in the last two minutes. */
const exportEachMinute = (folder: string) => async (cloud: LocalCloud) => {
  const night = new Date(Date.UTC(2027, 0, 15, nightlyExportTime.hour, nightlyExportTime.minute));
  setInterval(() => void cloud.runSchedules(night), 60_000).unref();
  return `Deliveries: ${folder} gets what Slate would, up to three minutes after a submission`;
};

/** Runs the whole product on one port of this machine until it is stopped. */
export async function start({ data, sample, deliveries, ...options }: Options): Promise<void> {
  console.log('Preparing the cloud ...');
  const folder = deliveries === undefined ? undefined : resolve(deliveries);
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  await serveProduct(
    {
      ...{ ...options, data: resolve(data), deliveries: folder },
      onDelivery: (file) => console.log(`Arrived: ${file}`),
    },
    [...(sample ? [addSampleApplicant] : []), ...(folder ? [exportEachMinute(folder)] : [])],
    folder === undefined ? undefined : { deliveries: JSON.stringify(slate) },
  );
}
