import { resolve } from 'node:path';
import { exportColumnsReply } from '../../../shared/api/export.ts';
import { type ArchiveLayout, archiveLayout } from '../../../shared/archive/layouts.ts';
import { slateLayout } from '../../../shared/export/slate-documents.ts';
import { university } from '../../../shared/partners/index.ts';
import { OptionError } from '../../command-line/usage-error.ts';
import { invokeOperator } from '../ask.ts';
import { type Target, targetOf } from '../target.ts';
import { erasedFile, writeErased } from './erased.ts';
import { alone } from './lock.ts';
import type { ExportOptions } from './options.ts';
import { packageReader, writePdfs } from './pdfs.ts';
import { writeRows } from './rows.ts';
import { type ExportState, openState, saveCursor } from './state.ts';

const maxWaitMs = 2_000;

/** Prints the number of written applications every two seconds. */
function progress() {
  let said = performance.now();
  return (applications: number) => {
    if (performance.now() - said < maxWaitMs) return;
    said = performance.now();
    console.error(`Exported: ${applications}`);
  };
}

const layoutOf = ({ format }: ExportState): ArchiveLayout => archiveLayout(format, university.slate);

async function addPdfs(rows: ExportState, options: ExportOptions): Promise<ExportState> {
  const read = await packageReader(options);
  const partSize = options.zipMegabytes * 1_000_000;
  return writePdfs(rows, { folder: options.out, layout: layoutOf(rows), partSize, read });
}

/** Missing PDFs do not affect the rows, so the command reports them only at the end. */
function sayMissing({ missing }: ExportState): void {
  if (missing.length === 0) return;
  const numbers = [...new Set(missing.map(({ confirmation }) => confirmation))];
  console.error(
    `${missing.length} PDFs are not there, because their packages were not delivered: ${numbers.slice(0, 5).join(', ')}${numbers.length > 5 ? ' ...' : ''}. Run npx matricula ops redrive, then repeat this command.`,
  );
  process.exitCode = 1;
}

/** Writes submitted applications into files, since a day or since the end of the last export. */
export async function exportApplications(options: ExportOptions): Promise<void> {
  if (options.since === undefined && options.cursor === undefined)
    throw new OptionError(
      '--since or --cursor is required: the first day, or the file that records the end of the last export.',
    );
  const target = await targetOf(options);
  await alone(options, () => runExport(target, options));
}

async function runExport(target: Target, options: ExportOptions): Promise<void> {
  const begun = await openState(options, target.stage, () =>
    invokeOperator(target, { command: 'export-columns' }, exportColumnsReply),
  );
  if (!begun.isDone && begun.applications > 0)
    console.error(`Going on after ${begun.applications} applications.`);
  const written = await writeRows(target, begun, {
    folder: options.out,
    layout: layoutOf(begun),
    onPage: progress(),
  });
  const rows = await writeErased(target, written, options.out);
  const done = options.withoutPdfs || options.changes ? rows : await addPdfs(rows, options);
  if (options.cursor !== undefined) await saveCursor(options.cursor, done);
  const { applications } = done;
  const files = `${applications} ${applications === 1 ? 'application is' : 'applications are'} in ${resolve(options.out)}.`;
  const until = begun.isDone
    ? 'This export was finished before.'
    : 'Those of the last two minutes come with the next export.';
  console.log(`${files} ${until}`);
  if (done.erased !== undefined) console.log(`Deleted applications are in ${erasedFile}.`);
  if (done.format === 'slate' && done.parts > 0)
    console.log(`The source format for dip-001.zip and so on in Slate: ${slateLayout}`);
  sayMissing(done);
}
