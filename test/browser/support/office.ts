import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './test.ts';

/** The converter, seen from outside: LibreOffice itself, begun by a line that notes its process group. */
export class Office {
  readonly program: string;
  readonly #noted: string;

  constructor(folder: string) {
    this.program = join(folder, 'office.sh');
    this.#noted = join(folder, 'office.pid');
    const lines = ['#!/bin/sh', `echo $$ > '${this.#noted}'`, 'exec soffice "$@"', ''];
    writeFileSync(this.program, lines.join('\n'), { mode: 0o755 });
  }

  /** Sends a signal to the next run, with all that it started, as soon as it has begun. */
  async strike(signal: 'SIGKILL' | 'SIGSTOP'): Promise<number> {
    await expect.poll(() => this.#group()).toBeGreaterThan(0);
    const group = this.#group();
    rmSync(this.#noted);
    process.kill(-group, signal);
    return group;
  }

  #group(): number {
    try {
      return Number(readFileSync(this.#noted, 'utf8'));
    } catch {
      return 0;
    }
  }
}
