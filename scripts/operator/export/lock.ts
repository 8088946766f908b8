import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { holdFile } from '../../local-cloud/lock.ts';
import type { ExportOptions } from './options.ts';

function hold(path: string, option: string): () => void {
  const lock = `${resolve(path)}.lock`;
  mkdirSync(dirname(lock), { recursive: true });
  return holdFile(
    lock,
    (owner) =>
      `Another export, process ${owner}, is using ${path}: wait until it has ended, or name another with ${option}. Nothing was exported.`,
  );
}

/**
 * Runs `work` while no other export of this machine uses the same folder or cursor. Both exports would start
 * at the same position and write the same applications. A killed export does not block the next one.
 */
export async function alone<T>(
  { out, cursor }: Pick<ExportOptions, 'out' | 'cursor'>,
  work: () => Promise<T>,
): Promise<T> {
  const releases: (() => void)[] = [];
  try {
    releases.push(hold(out, '--out'));
    if (cursor !== undefined) releases.push(hold(cursor, '--cursor'));
    return await work();
  } finally {
    for (const release of releases) release();
  }
}
