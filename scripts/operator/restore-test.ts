import { createInterface } from 'node:readline/promises';
import { sayDuration } from '../command-line/progress.ts';
import { OptionError } from '../command-line/usage-error.ts';
import { type CheckLine, checkLine } from './check-lines.ts';
import { placeOf } from './restore-test/place.ts';
import { type Confirm, runRestoreTest } from './restore-test/run.ts';
import type { TargetOptions } from './target.ts';

/** Asks at the terminal. Only "yes" deletes the restored data. */
const askFirst: Confirm = async (commands) => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(
    `Delete what was restored?\n  ${commands.join('\n  ')}\nType yes to delete it now: `,
  );
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
};

/** Total time of these steps; undefined if one was skipped or failed. */
function timeOf(lines: readonly CheckLine[], titles: readonly string[]): string | undefined {
  const found = lines.filter(({ title, outcome }) => titles.includes(title) && outcome === 'ok');
  if (found.length < titles.length) return undefined;
  return sayDuration(found.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0));
}

function summary(lines: readonly CheckLine[]): string {
  const failed = lines.filter(({ outcome }) => outcome === 'failed').length;
  if (failed > 0) return `${failed} of ${lines.length} steps failed: do not rely on these backups.`;
  const table = timeOf(lines, ['Restoring the table', 'Numbers of items']);
  const document = timeOf(lines, ['Restoring a document', 'The restored document']);
  return [
    `The table was back and counted after ${table}.`,
    ...(document ? [`A document was back after ${document}.`] : []),
    'How to use what is restored: docs/backup-and-restore.md#restore.',
  ].join(' ');
}

interface Options extends TargetOptions {
  readonly yes: boolean;
  readonly json: boolean;
}

/** Restores the table and a document next to the live ones, and measures the time. */
export async function restoreTest({ json, yes, ...choice }: Options): Promise<void> {
  if (!yes && (json || !process.stdin.isTTY))
    throw new OptionError(
      '--yes is required: the test deletes the restored table and document, and there is no terminal for the question.',
    );
  const place = await placeOf(choice);
  console.error(`Restoring ${place.table} and a document beside the live ones ...`);
  const lines = await runRestoreTest(place, {
    print: (line) => json || console.log(checkLine(line)),
    confirm: yes ? async () => true : askFirst,
    warn: (text) => console.error(text),
  });
  console.log(json ? JSON.stringify(lines, null, 2) : summary(lines));
  if (lines.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
}
