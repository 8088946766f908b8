import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './product.ts';

/** Starts the product with an empty data folder, and ends it after the last test. */
export default async function startCloud(): Promise<() => Promise<void>> {
  if (process.env.MATRICULA_URL !== undefined) return async () => {};
  const data = mkdtempSync(join(tmpdir(), 'matricula-browser-'));
  const product = await startProduct(data);
  process.env.MATRICULA_URL = product.url;
  process.env.MATRICULA_DATA = data;
  return async () => {
    await product.end('SIGTERM');
    rmSync(data, { recursive: true, force: true });
  };
}
