import { resolve } from 'node:path';
import { exportColumnsReply } from '../../../shared/api/export.ts';
import { invokeOperator } from '../ask.ts';
import { targetOf } from '../target.ts';
import { exportOptions } from './options.ts';
import { writeRows } from './rows.ts';
import { openState, saveCursor } from './state.ts';

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

/** `npm run export`: submitted applications as files for other systems, from a day or from where the last export ended. */
export async function exportApplications(args: readonly string[]): Promise<void> {
  const { place, ...options } = exportOptions(args);
  const target = await targetOf(place);
  const begun = await openState({ place, ...options }, target.stage, async () => {
    const { keys } = await invokeOperator(target, { command: 'export-columns' }, exportColumnsReply);
    return keys;
  });
  if (!begun.isDone && begun.applications > 0)
    console.error(`Going on after ${begun.applications} applications.`);
  const done = await writeRows(target, begun, { folder: options.out, onPage: progress() });
  if (options.cursor !== undefined) await saveCursor(options.cursor, done);
  const files = `${done.applications} applications are in ${resolve(options.out)}.`;
  console.log(begun.isDone ? `${files} This export was finished before.` : files);
}
