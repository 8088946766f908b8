import { writeExport } from '../aws/s3-objects.ts';

/** Characters of one file. Two such texts are in memory at most. */
const fileCharacters = 20_000_000;

/** A file of a night, by its key in the bucket. */
interface WrittenFile {
  readonly key: string;
  /** Without the line of titles. */
  readonly rows: number;
}

/** Writes the files of a night, or only counts them. */
export class NightFiles {
  readonly written: WrittenFile[] = [];
  readonly #isDryRun: boolean;

  constructor(isDryRun: boolean) {
    this.#isDryRun = isDryRun;
  }

  async writeCsv(key: string, text: string, rows: number): Promise<void> {
    await this.#write(key, 'text/csv; charset=utf-8', text);
    this.written.push({ key, rows });
  }

  async writeJson(key: string, content: object): Promise<void> {
    await this.#write(key, 'application/json', `${JSON.stringify(content, null, 2)}\n`);
  }

  async #write(key: string, type: string, text: string): Promise<void> {
    if (!this.#isDryRun) await writeExport(key, type, text);
  }
}

/** Files of one name that follow one another, none larger than the memory of a function. */
export class NumberedFiles {
  readonly names: string[] = [];
  /** Rows in all files. */
  rows = 0;
  readonly #files: NightFiles;
  readonly #name: string;
  readonly #head: string;
  #lines: string[] = [];
  #size = 0;

  /** `name` is a key without number, such as `exports/2026-11-22/062800123/changes`. */
  constructor(files: NightFiles, name: string, head: string) {
    [this.#files, this.#name, this.#head] = [files, name, head];
  }

  async add(lines: readonly string[]): Promise<void> {
    this.#lines.push(...lines);
    this.rows += lines.length;
    this.#size += lines.reduce((sum, { length }) => sum + length, 0);
    if (this.#size > fileCharacters) await this.end();
  }

  async end(): Promise<void> {
    if (this.#lines.length === 0) return;
    const key = `${this.#name}-${String(this.names.length + 1).padStart(3, '0')}.csv`;
    await this.#files.writeCsv(key, this.#head + this.#lines.join(''), this.#lines.length);
    this.names.push(key.slice(key.lastIndexOf('/') + 1));
    [this.#lines, this.#size] = [[], 0];
  }
}
