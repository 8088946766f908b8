import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { startProduct } from './product.ts';

async function startOne(worker: number): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'matricula-browser-'));
  const product = await startProduct(data);
  process.env[`MATRICULA_URL_${worker}`] = product.url;
  process.env[`MATRICULA_DATA_${worker}`] = data;
  return async () => {
    await product.end('SIGTERM');
    rmSync(data, { recursive: true, force: true });
  };
}

/**
 * Starts the product with an empty data folder for each worker and stops it after the last test. All tests of a worker call
 * from one source address, and five minutes of calls from one address are throttled: one cloud would not serve them all.
 */
export default async function startClouds({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env.MATRICULA_URL !== undefined) return async () => {};
  const ends = await Promise.all(Array.from({ length: workers }, (_, worker) => startOne(worker)));
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
