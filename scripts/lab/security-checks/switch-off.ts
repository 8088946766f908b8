import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecurityCheck } from './security-check.ts';

/** Number of occurrences of a check's text in its file. */
export const timesFound = (folder: string, { file, find }: Pick<SecurityCheck, 'file' | 'find'>): number =>
  readFileSync(join(folder, file), 'utf8').split(find).length - 1;

/** Runs `work` while a check is off in the copy. */
export async function withoutCheck<T>(
  copy: string,
  { file, find, replace }: SecurityCheck,
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
