import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** A separate file system, small enough to be filled. */
export interface Disk {
  fill(): void;
  free(): void;
  unmount(): void;
}

/**
 * Mounts a disk in memory at a folder, of a size in the format of mount(8). Undefined if that is not allowed:
 * it needs root on Linux.
 */
export function mountDisk(folder: string, size: string): Disk | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'full', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    // dd exits with an error when the disk is full.
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']),
    free: () => rmSync(filler, { force: true }),
    unmount: () => void execFileSync('umount', ['--lazy', folder]),
  };
}
