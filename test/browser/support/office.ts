import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './test.ts';

/** Runs LibreOffice through a script that writes its process group to a file, so that a test can signal it. */
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

  /** Sends a signal to the process group of the next run as soon as it has started. */
  async signalNext(signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
    rmSync(this.#pidFile, { force: true });
    await expect.poll(() => this.#group(), { intervals: [20] }).toBeGreaterThan(0);
    const group = this.#group();
    process.kill(-group, signal);
    if (signal === 'SIGSTOP') this.#stopped = group;
  }

  /** Lets a stopped run continue, so that it ends. */
  resume(): void {
    if (this.#stopped > 0) process.kill(-this.#stopped, 'SIGCONT');
    this.#stopped = 0;
  }

  #group(): number {
    try {
      return Number(readFileSync(this.#pidFile, 'utf8'));
    } catch {
      return 0;
    }
  }
}
