import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/**
 * Runs LibreOffice through a script that writes its process group to a file, so that a test can signal it.
 */
export class Office {
  readonly program: string;
  readonly #pidFile: string;
  #stopped = 0;

  constructor(folder: string) {
    this.program = join(folder, 'office.sh');
    this.#pidFile = join(folder, 'office.pid');
    const lines = ['#!/bin/sh', `echo $$ > '${this.#pidFile}'`, 'exec soffice "$@"', ''];
    writeFileSync(this.program, lines.join('\n'), { mode: 0o755 });
  }

  /** Stops the process group of the next run as soon as it has started. */
  async stopNext(): Promise<void> {
    rmSync(this.#pidFile, { force: true });
    await expect.poll(() => this.#group(), { intervals: [20] }).toBeGreaterThan(0);
    this.#stopped = this.#group();
    process.kill(-this.#stopped, 'SIGSTOP');
  }

  /** Lets a stopped run continue, so that it ends. The converter kills a run whose upload is gone. */
  resume(): void {
    const stopped = this.#stopped;
    this.#stopped = 0;
    if (stopped === 0) return;
    try {
      process.kill(-stopped, 'SIGCONT');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  #group(): number {
    try {
      return Number(readFileSync(this.#pidFile, 'utf8'));
    } catch {
      return 0;
    }
  }
}
