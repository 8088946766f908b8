import { mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';

/** Creates a folder that only its owner may open. Throws if it has files, which are not of this command. */
export function emptyFolder(out: string): string {
  const folder = resolve(out);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0)
    throw new UsageError(`${folder} is not empty. Name a new folder with --out.`);
  return folder;
}
