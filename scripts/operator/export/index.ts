import { resolve } from 'node:path';
import { exportColumnsReply } from '../../../shared/api/export.ts';
import { invokeOperator } from '../ask.ts';
import { type Target, targetOf } from '../target.ts';
import { alone } from './lock.ts';
import { type ExportOptions, exportOptions } from './options.ts';
import { packageReader, writePdfs } from './pdfs.ts';
import { writeRows } from './rows.ts';
import { type ExportState, openState, saveCursor } from './state.ts';

const patience = 2_000;

/** Says how many are written, every two seconds. */
function progress() {
  let said = performance.now();
  return (applications: number) => {
    if (performance.now() - said < patience) return;
    said = performance.now();
    console.error(`Exported: ${applications}`);
  };
}

async function addPdfs(rows: ExportState, { out, partSize, place }: ExportOptions): Promise<ExportState> {
  const read = await packageReader(place);
  return writePdfs(rows, { folder: out, partSize, read });
}

/** The rows are whole without them, so only the end of the command says that something is missing. */
function sayMissing({ missing }: ExportState): void {
  if (missing.length === 0) return;
  console.error(
    `${missing.length} PDFs are not there, because their packages were not delivered: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' ...' : ''}. See npm run redrive, then repeat this command.`,
  );
  process.exitCode = 1;
}

/** `npm run export`: submitted applications as files for other systems, from a day or from where the last export ended. */
export async function exportApplications(args: readonly string[]): Promise<void> {
  const options = exportOptions(args);
  const target = await targetOf(options.place);
  await alone(options, () => runExport(target, options));
}

async function runExport(target: Target, { place, ...options }: ExportOptions): Promise<void> {
  const begun = await openState({ place, ...options }, target.stage, async () => {
    const { keys } = await invokeOperator(target, { command: 'export-columns' }, exportColumnsReply);
    return keys;
  });
  if (!begun.isDone && begun.applications > 0)
    console.error(`Going on after ${begun.applications} applications.`);
  const rows = await writeRows(target, begun, { folder: options.out, onPage: progress() });
  const done = options.withoutPdfs ? rows : await addPdfs(rows, { place, ...options });
  if (options.cursor !== undefined) await saveCursor(options.cursor, done);
  const { applications } = done;
  const files = `${applications} ${applications === 1 ? 'application is' : 'applications are'} in ${resolve(options.out)}.`;
  const until = begun.isDone
    ? 'This export was finished before.'
    : 'Those of the last two minutes come with the next export.';
  console.log(`${files} ${until}`);
  sayMissing(done);
}
