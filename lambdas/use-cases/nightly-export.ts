import { firstErasedDay } from '../../shared/api/export-time.ts';
import { csvLine } from '../../shared/export/csv.ts';
import { now } from '../runtime/clock.ts';
import { beginExport, endExport } from '../store/nightly-export.ts';
import { exportableUntil } from './export-page.ts';
import { NightFiles, NumberedFiles } from './night-files.ts';
import { type Feed, type FeedList, feedsOf } from './row-feeds.ts';
import { statisticsOf } from './statistics.ts';

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

const packageOfNumber = (number: string) => `packages/${number}/application.pdf`;

interface Exported {
  readonly id: string;
  readonly confirmation: string;
}

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

/** Writes rows of a list until its end or until the time is up. */
async function writeFeed(
  { read, head }: Feed,
  { from, until, end }: { readonly from: string; readonly until: string; readonly end: number },
  into: { readonly files: NightFiles; readonly name: string },
) {
  const files = new NumberedFiles(into.files, into.name, head);
  const exported: Exported[] = [];
  let [reached, isDone] = [from, false];
  while (!isDone && now() < end) {
    const page = await read({ after: reached, limit: pageSize, before: until });
    await files.add(page.lines);
    exported.push(...page.packages.map(({ applicant: { id }, confirmation }) => ({ id, confirmation })));
    ({ next: reached, isDone } = page);
  }
  await files.end();
  const period: Period = { from, until: reached, rows: files.rows };
  return { period, exported, names: files.names, isDone };
}

const indexOf = (exported: readonly Exported[]): string =>
  csvLine(['application_id', 'pdf']) +
  exported.map(({ confirmation }) => csvLine([confirmation, packageOfNumber(confirmation)])).join('');

/**
 * Writes the files of a night: rows of each list, an index of the PDFs in their packages, statistics outside
 * the folder, so that a permission can cover them alone, and at last `manifest.json`. A folder without it is
 * not finished.
 */
export async function writeNight(
  starts: Starts,
  until: string,
  { isDryRun }: { readonly isDryRun: boolean },
) {
  const end = now() + maxRunMs;
  const folder = folderOf(until);
  const files = new NightFiles(isDryRun);
  const feeds = await feedsOf('csv');
  const write = (list: FeedList) =>
    writeFeed(feeds[list], { from: starts[list], until, end }, { files, name: folder + names[list] });
  // Submissions last: they take the longest, and would leave no time for the others.
  const [erased, changed, submitted] = [
    await write('erased'),
    await write('changed'),
    await write('submitted'),
  ];
  const { exported } = submitted;
  await files.writeCsv(`${folder}index.csv`, indexOf(exported), exported.length);
  const statistics = await statisticsOf(exported.map(({ id }) => id));
  const rows = statistics.split('\r\n').length - 2;
  await files.writeCsv(`statistics/${folder.slice('exports/'.length, -1)}.csv`, statistics, rows);
  await files.writeJson(`${folder}manifest.json`, {
    ...{ from: starts.submitted, until: submitted.period.until },
    ...{ applications: submitted.period.rows, files: submitted.names },
    ...{ changes: changed.period.rows, change_files: changed.names },
    ...{ erased: erased.period.rows, erased_files: erased.names },
    periods: {
      applications: rangeOf(submitted.period),
      changes: rangeOf(changed.period),
      erased: rangeOf(erased.period),
    },
  });
  return {
    ...{ folder, applications: submitted.period, changes: changed.period, erased: erased.period },
    ...{ files: files.written, isComplete: submitted.isDone && changed.isDone && erased.isDone },
  };
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
  const { applications, changes, erased } = await writeNight(starts, until, { isDryRun: false });
  await endExport(range, { submitted: applications.until, changed: changes.until, erased: erased.until });
  return applications.rows;
}
