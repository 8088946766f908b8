import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { root } from '../build/root.ts';
import type { Guard } from './guard.ts';

/** What the copy makes itself or does not need. Packages are linked. */
const leftOut = ['node_modules', '.git', '.cache', '.local', 'dist', 'cdk.out', 'test-results', 'docs'];

/** Works with a copy of a source folder, which is removed at the end, whatever happens. */
export async function withCopy<T>(source: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'matricula-guards-'));
  try {
    const isCopied = (file: string) => !leftOut.includes(basename(relative(source, file)));
    cpSync(source, copy, { recursive: true, filter: isCopied });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** How many times a guard's text is in its file. */
export const timesFound = (folder: string, { file, find }: Pick<Guard, 'file' | 'find'>): number =>
  readFileSync(join(folder, file), 'utf8').split(find).length - 1;

/** Works while a guard is off in the copy. */
export async function withoutGuard<T>(
  copy: string,
  { file, find, replace }: Guard,
  work: () => Promise<T>,
): Promise<T> {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.split(find).join(replace));
  try {
    return await work();
  } finally {
    writeFileSync(path, text);
  }
}
