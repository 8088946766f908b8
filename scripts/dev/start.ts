import { resolve } from 'node:path';
import { addSampleApplicant } from './sample-applicant.ts';
import { serveProduct } from './serve.ts';

interface Options {
  readonly port: number;
  readonly data: string;
  readonly reset: boolean;
  readonly sample: boolean;
}

/** Runs the whole product on one port of this machine until it is stopped. */
export async function start({ data, sample, ...options }: Options): Promise<void> {
  console.log('Preparing the cloud ...');
  await serveProduct({ ...options, data: resolve(data) }, sample ? addSampleApplicant : undefined);
}
