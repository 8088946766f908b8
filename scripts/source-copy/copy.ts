import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { root } from '../build/root.ts';

/** What the copy makes itself or does not need. Packages are linked. */
const leftOut = ['node_modules', '.git', '.cache', '.local', 'dist', 'cdk.out', 'test-results', 'docs'];

/** Works with a copy of a source folder, which is removed at the end, whatever happens. */
export async function withCopy<T>(source: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'matricula-copy-'));
  try {
    const isCopied = (file: string) => !leftOut.includes(basename(relative(source, file)));
    cpSync(source, copy, { recursive: true, filter: isCopied });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
  }
}
