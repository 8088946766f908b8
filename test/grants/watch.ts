import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';

interface Report {
  readonly name: string;
  readonly status: string;
}

/** A log line: written by a function, or the report of a call. */
interface Entry {
  readonly function: string;
  readonly message: {
    readonly level?: string;
    readonly record?: { readonly status: string };
  };
}

/**
 * Everything that operators see of one attempt: the logs of functions, the outcomes of their calls, and the
 * warnings of the cloud. Every event counts as part of the attempt, so start a watch only while nothing else
 * runs.
 */
export class Watch {
  readonly #cloud: LocalCloud;
  readonly #complaints: readonly string[];
  readonly #log: number;
  readonly #said: number;

  constructor(cloud: LocalCloud, complaints: readonly string[]) {
    this.#cloud = cloud;
    this.#complaints = complaints;
    this.#log = this.#whole().length;
    this.#said = complaints.length;
  }

  #whole() {
    return readFileSync(join(this.#cloud.data, 'logs', 'functions.jsonl'), 'utf8');
  }

  /** Everything that was logged since the attempt started. */
  text(): string {
    return [...this.#complaints.slice(this.#said), this.#whole().slice(this.#log)].join('\n');
  }

  #entries(): readonly Entry[] {
    const lines = this.#whole().slice(this.#log).split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry);
  }

  /** Outcomes of calls. */
  reports(): readonly Report[] {
    return this.#entries().flatMap(({ function: name, message: { record } }) =>
      record === undefined ? [] : [{ name, status: record.status }],
    );
  }

  /**
   * Throws if the cloud warned, or if a function failed or logged a failure. Otherwise tests would wait for
   * something that cannot happen.
   */
  refuseTrouble() {
    const complaints = this.#complaints.slice(this.#said);
    const failed = this.reports().filter(({ status }) => status !== 'success');
    const errors = this.#entries().filter(({ message: { level } }) => level === 'error');
    if (complaints.length + failed.length + errors.length > 0)
      throw new Error(JSON.stringify({ complaints, failed, errors }));
  }

  /** Waits until each of these functions has logged a call. */
  async sees(functions: readonly string[], since = 0) {
    await this.until(() => {
      const reports = this.reports().slice(since);
      return functions.every((part) => reports.some(({ name }) => name.includes(part)));
    });
  }

  async until(holds: () => boolean | Promise<boolean>) {
    const end = Date.now() + 120_000;
    while (!(await holds())) {
      this.refuseTrouble();
      if (Date.now() > end) throw new Error('It did not happen in time.');
      await pause(50);
    }
    this.refuseTrouble();
  }
}
