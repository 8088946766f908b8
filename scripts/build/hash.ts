import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { root } from './root.ts';

function filesOf(path: string): readonly string[] {
  const full = resolve(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [full];
  const entries = readdirSync(full, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

/** One hash of these files and of all files in these folders. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of [...filesOf(path)].sort())
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
