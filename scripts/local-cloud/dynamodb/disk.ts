import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../http.ts';
import { openAgain, type Store } from './engine.ts';

interface Parts {
  readonly store: Store;
  /** The folder of the store. */
  readonly folder: string;
  /** Prints a complaint to the terminal. */
  readonly complain: (complaint: string) => void;
}

const unavailable = () => new ServiceError('ServiceUnavailable', 'The table cannot be written now.', 503);

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code);

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Bytes needed in addition to the table that LevelDB makes of its log when it opens. */
const spareRoom = 1_000_000;

/**
 * Protects a store from a full disk. After a partly failed write, LevelDB loses later writes on its next
 * start. After the first failure, no write is accepted until there is space and the store was reopened.
 */
export class Disk {
  readonly #parts: Parts;
  readonly #running = new Set<Promise<unknown>>();
  #isBroken = false;
  #opening: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async read<T>(work: () => Promise<T>): Promise<T> {
    await this.#opening;
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw codeOf(error).startsWith('LEVEL_') ? unavailable() : error;
    } finally {
      this.#running.delete(running);
    }
  }

  async write<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isBroken) await this.#openAgain();
    return this.read(async () => {
      if (this.#isBroken) throw unavailable();
      return work().catch((error: unknown) => {
        if (codeOf(error) === 'LEVEL_IO_ERROR') this.#break(error);
        throw error;
      });
    });
  }

  #break(error: unknown): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#parts.complain(`${reasonOf(error)}. Nothing is saved until there is room on the disk.`);
  }

  /** All calls wait for the same attempt. If it fails, only the next write repeats it. */
  #openAgain(): Promise<void> {
    this.#opening ??= this.#closeAndOpen().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #closeAndOpen(): Promise<void> {
    const { store, folder, complain } = this.#parts;
    if (!hasRoom(folder)) return;
    await Promise.allSettled(this.#running);
    try {
      await openAgain(store);
    } catch (error) {
      return complain(`The table cannot be opened: ${reasonOf(error)}. The next write tries again.`);
    }
    this.#isBroken = false;
    complain('There is room on the disk, and everything is saved again.');
  }
}

function hasRoom(folder: string): boolean {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const needed = logs.reduce((sum, name) => sum + statSync(join(folder, name)).size, spareRoom);
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > needed;
}

/**
 * Reports data that LevelDB dropped on opening because of a wrong checksum. LevelDB writes that only to a log
 * file in its folder, which it replaces each time.
 */
export function damageIn(folder: string): string | undefined {
  const dropped = [...readFileSync(join(folder, 'LOG'), 'utf8').matchAll(/dropping (\d+) bytes; (.+)/g)];
  if (dropped.length === 0) return undefined;
  const bytes = dropped.reduce((sum, [, count]) => sum + Number(count), 0);
  return `The table in ${folder} is damaged (${dropped[0]?.[2]}): ${bytes} bytes were dropped, and what was saved in them is missing. To start with an empty one: --reset.`;
}
