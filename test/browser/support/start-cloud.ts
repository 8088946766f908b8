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
 * Starts the product with an empty data folder for each worker, and ends it after the last test. All tests come from one
 * source address, and what one address may call in five minutes (decision D-31) is not enough for all of them.
 */
export default async function startClouds({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env.MATRICULA_URL !== undefined) return async () => {};
  const ends = await Promise.all(Array.from({ length: workers }, (_, worker) => startOne(worker)));
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
