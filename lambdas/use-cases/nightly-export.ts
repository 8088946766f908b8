import { csvLine } from '../../shared/export/csv.ts';
import { lineWriter } from '../../shared/export/formats.ts';
import { writeExport } from '../aws/s3-objects.ts';
import { now } from '../runtime/clock.ts';
import { beginExport, endExport } from '../store/nightly-export.ts';
import { exportableUntil, exportColumns, exportPage } from './export-page.ts';

/** Applications that are read for one page. */
const pageSize = 100;
/** Characters of one file. Two such texts are in memory at most. */
const fileCharacters = 20_000_000;
/** The function may run for fifteen minutes; what is left is exported by the next run. */
const maxRunMs = 11 * 60_000;

/** Files that follow one another in a folder, none larger than the memory of a function. */
class Files {
  readonly names: string[] = [];
  readonly #folder: string;
  readonly #head: string;
  #lines: string[] = [];
  #size = 0;

  constructor(folder: string, head: string) {
    this.#folder = folder;
    this.#head = head;
  }

  async add(lines: readonly string[]): Promise<void> {
    this.#lines.push(...lines);
    this.#size += lines.reduce((sum, { length }) => sum + length, 0);
    if (this.#size > fileCharacters) await this.end();
  }

  async end(): Promise<void> {
    if (this.#lines.length === 0) return;
    const name = `applications-${String(this.names.length + 1).padStart(3, '0')}.csv`;
    await writeExport(this.#folder + name, 'text/csv; charset=utf-8', this.#head + this.#lines.join(''));
    this.names.push(name);
    [this.#lines, this.#size] = [[], 0];
  }
}

/**
 * `exports/2026-11-22/062800123/`, by the moment until which it exports: the repetition of a run writes into
 * the same folder.
 */
const folderOf = (until: string): string =>
  `exports/${until.slice(0, 10)}/${until.slice(11, 23).replaceAll(/[:.]/g, '')}/`;

const packageOfNumber = (number: string) => `packages/${number}/application.pdf`;

/**
 * Exports what was submitted since the last night: rows in files, an index of the PDFs in their packages, and
 * at last `manifest.json`. A folder without it is not finished. Returns how many applications these are.
 */
export async function exportNight(): Promise<number> {
  const end = now() + maxRunMs;
  const range = await beginExport(exportableUntil());
  const folder = folderOf(range.until);
  const { head, lineOf } = lineWriter('csv', exportColumns());
  const files = new Files(folder, head);
  const index: string[] = [];
  let [reached, isDone] = [range.from, false];
  while (!isDone && now() < end) {
    const page = await exportPage(reached, pageSize, range.until);
    await files.add(page.packages.map(lineOf));
    index.push(
      ...page.packages.map(({ confirmation }) => csvLine([confirmation, packageOfNumber(confirmation)])),
    );
    ({ next: reached, isDone } = page);
  }
  await files.end();
  await writeExport(
    `${folder}index.csv`,
    'text/csv; charset=utf-8',
    csvLine(['application_id', 'pdf']) + index.join(''),
  );
  const manifest = { from: range.from, until: reached, applications: index.length, files: files.names };
  await writeExport(`${folder}manifest.json`, 'application/json', `${JSON.stringify(manifest, null, 2)}\n`);
  await endExport(range, reached);
  return index.length;
}
