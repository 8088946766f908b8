import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/root.ts';

/** Folders of all lockfiles: the project's, and that of the office converter's image. */
export const lockFolders = ['.', 'lambdas/conversion/office-image'] as const;

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  /** A workspace of this repository. */
  readonly link?: boolean;
  /** Part of another package, whose checksum it shares. */
  readonly inBundle?: boolean;
}

export interface LockedPackage extends LockEntry {
  readonly name: string;
}

/** The installed packages of a lockfile, by their names, without the project's own workspaces. */
export function lockedPackages(folder: string): readonly LockedPackage[] {
  const lock: { readonly packages: Readonly<Record<string, LockEntry>> } = JSON.parse(
    readFileSync(join(root, folder, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, entry]) => ({ ...entry, name: path.slice(path.lastIndexOf('node_modules/') + 13) }));
}
