import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;

/** A file may be deleted between the listing and the look. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names.map(async (name) => {
    const found = await lstat(join(folder, name)).catch(() => undefined);
    return found?.isFile() ? found.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/**
 * The /tmp of one execution environment: a folder of its own, which functions find by `os.tmpdir()`. It is looked at, not
 * mounted, so that a function sees no full disk while it writes: its call fails instead.
 */
export class TemporaryFiles {
  readonly folder: string;
  readonly #most: number;

  constructor(parent: string, megabytes: number) {
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    this.folder = mkdtempSync(join(parent, 'environment-'));
    this.#most = megabytes * mebibyte;
  }

  async areTooLarge(): Promise<boolean> {
    return (await bytesIn(this.folder)) > this.#most;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
