import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;

/** Ignores files that are deleted while it reads. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names.map(async (name) => {
    const found = await lstat(join(folder, name)).catch(() => undefined);
    return found?.isFile() ? found.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/**
 * The /tmp of one execution environment: a separate folder, which functions find through `os.tmpdir()`. Size
 * is checked, not enforced by a mount: exceeding it fails the call instead of raising ENOSPC.
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
