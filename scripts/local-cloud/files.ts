import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a file atomically: a reader, or a restart after kill -9, sees the old text or the new one. */
export function writeAtomically(file: string, text: string | Buffer) {
  const draft = `${file}.${crypto.randomUUID()}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

/** Small records in a folder, one JSON file each. All are kept in memory. */
export class RecordStore<T> {
  readonly #folder: string;
  readonly #all = new Map<string, T>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.json')) continue;
      this.#all.set(name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8')));
    }
  }

  get(id: string): T | undefined {
    return this.#all.get(id);
  }

  values(): readonly T[] {
    return [...this.#all.values()];
  }

  put(id: string, value: T): T {
    writeAtomically(join(this.#folder, `${id}.json`), JSON.stringify(value));
    this.#all.set(id, value);
    return value;
  }
}
