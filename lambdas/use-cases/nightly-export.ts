import type { ExportList } from '../../shared/api/export.ts';
import { csvLine } from '../../shared/export/csv.ts';
import { lineWriter } from '../../shared/export/formats.ts';
import { writeExport } from '../aws/s3-objects.ts';
import { now } from '../runtime/clock.ts';
import type { NightlyExport } from '../store/items.ts';
import { beginExport, endExport } from '../store/nightly-export.ts';
import { exportableUntil, exportColumns, exportPage } from './export-page.ts';
import { statisticsOf } from './statistics.ts';

/** Applications that are read for one page. */
const pageSize = 100;
/** Characters of one file. Two such texts are in memory at most. */
const fileCharacters = 20_000_000;
/** The function may run for fifteen minutes; what is left is exported by the next run. */
const maxRunMs = 11 * 60_000;

/** Files of one name that follow one another, none larger than the memory of a function. */
class Files {
  readonly names: string[] = [];
  readonly #name: string;
  readonly #head: string;
  #lines: string[] = [];
  #size = 0;

  constructor(name: string, head: string) {
    this.#name = name;
    this.#head = head;
  }

  async add(lines: readonly string[]): Promise<void> {
    this.#lines.push(...lines);
    this.#size += lines.reduce((sum, { length }) => sum + length, 0);
    if (this.#size > fileCharacters) await this.end();
  }

  async end(): Promise<void> {
    if (this.#lines.length === 0) return;
    const name = `${this.#name}-${String(this.names.length + 1).padStart(3, '0')}.csv`;
    await writeExport(name, 'text/csv; charset=utf-8', this.#head + this.#lines.join(''));
    this.names.push(name.slice(name.lastIndexOf('/') + 1));
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

interface Written {
  readonly files: Files;
  readonly applications: readonly { readonly id: string; readonly confirmation: string }[];
  /** The next run continues here. */
  readonly reached: string;
}

/** Writes rows of a list until its end or until the time is up. */
async function writeList(
  name: string,
  list: ExportList,
  { from, until }: NightlyExport,
  end: number,
): Promise<Written> {
  const { head, lineOf } = lineWriter('csv', await exportColumns());
  const files = new Files(name, head);
  const applications: Written['applications'][number][] = [];
  let [reached, isDone] = [from, false];
  while (!isDone && now() < end) {
    const page = await exportPage({ after: reached, limit: pageSize, before: until, list });
    await files.add(page.packages.map(lineOf));
    applications.push(...page.packages.map(({ applicant: { id }, confirmation }) => ({ id, confirmation })));
    ({ next: reached, isDone } = page);
  }
  await files.end();
  return { files, applications, reached };
}

/**
 * Exports what was submitted since the last night, and the applications whose checklist changed: rows in
 * files, an index of the PDFs in their packages, statistics outside the folder, so that a permission can
 * cover them alone, and at last `manifest.json`. A folder without it is not finished. Returns how many
 * applications were submitted.
 */
export async function exportNight(): Promise<number> {
  const end = now() + maxRunMs;
  const range = await beginExport(exportableUntil());
  const folder = folderOf(range.until);
  const submitted = await writeList(`${folder}applications`, 'submitted', range, end);
  const changes = { ...range, from: range.changes_from ?? range.from };
  const changed = await writeList(`${folder}changes`, 'changed', changes, end);
  await writeExport(
    `${folder}index.csv`,
    'text/csv; charset=utf-8',
    csvLine(['application_id', 'pdf']) +
      submitted.applications
        .map(({ confirmation }) => csvLine([confirmation, packageOfNumber(confirmation)]))
        .join(''),
  );
  await writeExport(
    `statistics/${folder.slice('exports/'.length, -1)}.csv`,
    'text/csv; charset=utf-8',
    await statisticsOf(submitted.applications.map(({ id }) => id)),
  );
  const manifest = {
    ...{ from: range.from, until: submitted.reached },
    ...{ applications: submitted.applications.length, files: submitted.files.names },
    ...{ changes: changed.applications.length, change_files: changed.files.names },
  };
  await writeExport(`${folder}manifest.json`, 'application/json', `${JSON.stringify(manifest, null, 2)}\n`);
  await endExport(range, { submitted: submitted.reached, changed: changed.reached });
  return submitted.applications.length;
}
