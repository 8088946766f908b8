import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './test.ts';

/** The converter, seen from outside: LibreOffice itself, begun by a line that notes its process group. */
export class Office {
  readonly program: string;
  readonly #noted: string;
  #stopped = 0;

  constructor(folder: string) {
    this.program = join(folder, 'office.sh');
    this.#noted = join(folder, 'office.pid');
    const lines = ['#!/bin/sh', `echo $$ > '${this.#noted}'`, 'exec soffice "$@"', ''];
    writeFileSync(this.program, lines.join('\n'), { mode: 0o755 });
  }

  /** Sends a signal to the next run, with all that it started, as soon as it has begun. */
  async strikeNext(signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
    rmSync(this.#noted, { force: true });
    await expect.poll(() => this.#group(), { intervals: [20] }).toBeGreaterThan(0);
    const group = this.#group();
    process.kill(-group, signal);
    if (signal === 'SIGSTOP') this.#stopped = group;
  }

  /** A run that was stopped goes on, and so comes to its end. */
  letGo(): void {
    if (this.#stopped > 0) process.kill(-this.#stopped, 'SIGCONT');
    this.#stopped = 0;
  }

  #group(): number {
    try {
      return Number(readFileSync(this.#noted, 'utf8'));
    } catch {
      return 0;
    }
  }
}
