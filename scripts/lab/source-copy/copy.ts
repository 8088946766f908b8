import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { root } from '../../build/root.ts';

/** Files that are generated in the copy, or not needed there. Packages are linked. */
const leftOut = ['node_modules', '.git', '.cache', '.local', 'dist', 'cdk.out', 'test-results', 'docs'];

/** Runs `work` with a copy of source files, which is always removed at the end. */
async function inCopy<T>(fill: (copy: string) => void, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'matricula-copy-'));
  try {
    fill(copy);
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Runs `work` with a copy of a source folder. */
export const withCopy = <T>(source: string, work: (copy: string) => Promise<T>): Promise<T> =>
  inCopy((copy) => {
    const isCopied = (file: string) => !leftOut.includes(basename(relative(source, file)));
    cpSync(source, copy, { recursive: true, filter: isCopied });
  }, work);
