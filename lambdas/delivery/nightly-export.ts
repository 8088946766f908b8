import * as z from 'zod/mini';
import { firstErasedDay } from '../../shared/api/export-time.ts';
import { csvLine } from '../../shared/export/csv.ts';
import { exportFormats } from '../../shared/export/format-names.ts';
import type { ApplicationPackage } from '../../shared/package/application-package.ts';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { expression, same } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { keys } from '../table/keys.ts';
import { isUpdated, update } from '../table/table.ts';
import { exportableUntil } from './export-page.ts';
import {
  type Feed,
  type FeedList,
  feedsOf,
  NumberedFiles,
  SlateArchives,
  writeCsv,
  writeJson,
} from './night-files.ts';

/** Applications that are read for one page. */
const pageSize = 100;
/** The function may run for fifteen minutes; what is left is exported by the next run. */
const maxRunMs = 11 * 60_000;

/**
 * `exports/2026-11-22/062800123/`, by the moment until which it exports: the repetition of a run writes into
 * the same folder.
 */
const folderOf = (until: string): string =>
  `exports/${until.slice(0, 10)}/${until.slice(11, 23).replaceAll(/[:.]/g, '')}/`;

/** `20261122T062800123Z`, in the name of each file: receivers may keep many nights in one folder. */
const stampOf = (until: string): string => until.replaceAll(/[-:.]/g, '');

const exportFormat = z.enum(exportFormats);

const packageOfNumber = (number: string) => `packages/${number}/application.pdf`;

/** The lists in the names of their files. */
const names = { submitted: 'applications', changed: 'changes', erased: 'erased' } as const;

/** Where each list of a night begins. */
type Starts = Readonly<Record<FeedList, string>>;

interface Period {
  readonly from: string;
  /** The next run continues here. */
  readonly until: string;
  readonly rows: number;
}

interface Writing {
  readonly from: string;
  readonly until: string;
  readonly end: number;
  /** The key of the files without their number. */
  readonly name: string;
  readonly onPage?: ((packages: readonly ApplicationPackage[]) => Promise<void>) | undefined;
}

/** Writes rows of a list until its end or until the time is up. */
async function writeFeed(feed: Feed, { from, until, end, name, onPage }: Writing) {
  const files = new NumberedFiles(name, feed);
  const exported: string[] = [];
  let [reached, isDone] = [from, false];
  while (!isDone && now() < end) {
    const page = await feed.read({ after: reached, limit: pageSize, before: until });
    await files.add(page.lines);
    await onPage?.(page.packages);
    exported.push(...page.packages.map(({ confirmation }) => confirmation));
    ({ next: reached, isDone } = page);
  }
  await files.end();
  const period: Period = { from, until: reached, rows: files.rows };
  return { period, exported, names: files.names };
}

const indexOf = (exported: readonly string[]): string =>
  csvLine(['application_id', 'pdf']) +
  exported.map((confirmation) => csvLine([confirmation, packageOfNumber(confirmation)])).join('');

/**
 * Writes the files of a night: rows of each list, an index of the PDFs in their packages, and at last
 * `manifest.json`. A folder without it is not finished.
 */
async function writeNight(starts: Starts, until: string) {
  const end = now() + maxRunMs;
  const folder = folderOf(until);
  const format = exportFormat.parse(environment('EXPORT_FORMAT'));
  const feeds = await feedsOf(format);
  const nameOf = (start: string) => `${folder}${start}-${stampOf(until)}`;
  const archives = format === 'slate' ? new SlateArchives(nameOf('dip')) : undefined;
  const write = (list: FeedList) =>
    writeFeed(feeds[list], {
      ...{ from: starts[list], until, end, name: nameOf(names[list]) },
      onPage: list === 'submitted' ? archives?.add.bind(archives) : undefined,
    });
  // Submissions last: they take the longest, and would leave no time for the others.
  const [erased, changed, submitted] = [
    await write('erased'),
    await write('changed'),
    await write('submitted'),
  ];
  const { exported } = submitted;
  await writeCsv(`${folder}index.csv`, indexOf(exported));
  await writeJson(`${folder}manifest.json`, {
    ...{ from: starts.submitted, until: submitted.period.until },
    ...{ applications: submitted.period.rows, files: submitted.names },
    ...{ changes: changed.period.rows, change_files: changed.names },
    ...{ erased: erased.period.rows, erased_files: erased.names },
    ...(archives && { archives: archives.names, missing_pdfs: archives.missing }),
    periods: {
      applications: rangeOf(submitted.period),
      changes: rangeOf(changed.period),
      erased: rangeOf(erased.period),
    },
  });
  return { applications: submitted.period, changes: changed.period, erased: erased.period };
}

const rangeOf = ({ from, until }: Period) => ({ from, until });

/**
 * Exports what was submitted since the last night, the applications whose checklist changed, and the deleted
 * ones. Returns how many applications were submitted.
 */
export async function exportNight(): Promise<number> {
  const range = await beginExport(exportableUntil());
  const { from, until, changes_from = from, erased_from = firstErasedDay(until) } = range;
  const starts = { submitted: from, changed: changes_from, erased: erased_from };
  const { applications, changes, erased } = await writeNight(starts, until);
  await endExport(range, { submitted: applications.until, changed: changes.until, erased: erased.until });
  return applications.rows;
}

/** Before this day no application was in a list, so the first export begins with it. */
const firstDay = '2026-11-01';

/**
 * Begins a nightly export, or returns the one that was interrupted: two runs of one night, and the repetition
 * of one that failed, export the same applications.
 */
export async function beginExport(until: string): Promise<items.NightlyExport> {
  const begun = await update(
    keys.nightlyExport,
    expression`SET from = if_not_exists(from, ${firstDay}), until = if_not_exists(until, ${until})`,
  );
  return items.nightlyExport.parse(begun);
}

interface Reached {
  readonly submitted: string;
  readonly changed: string;
  readonly erased: string;
}

/** The next export begins where this one ended. False when another run has ended it before. */
export function endExport(
  { until }: items.NightlyExport,
  { submitted, changed, erased }: Reached,
): Promise<boolean> {
  const change = expression`SET from = ${submitted}, changes_from = ${changed}, erased_from = ${erased} REMOVE until`;
  return isUpdated(keys.nightlyExport, change, { if: same({ until }) });
}
