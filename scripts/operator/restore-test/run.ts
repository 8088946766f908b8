import type { CheckLine } from '../check-lines.ts';
import { newestInVault, newestUserExport } from './backups.ts';
import { type Copy, DocumentRestoreTest } from './document.ts';
import type { Place } from './place.ts';
import { Steps } from './step.ts';
import { TableRestoreTest } from './table.ts';

/** Asks for permission to delete the restore test's data. */
export type Confirm = (what: readonly string[]) => Promise<boolean>;

export interface RestoreTestOptions {
  readonly print: (line: CheckLine) => void;
  readonly confirm: Confirm;
  /** Prints the commands that delete the data of an interrupted restore test. */
  readonly warn: (text: string) => void;
}

const stampOf = (now: Date) => now.toISOString().replace(/\D/g, '').slice(0, 14);

/** Restores the table and a document next to the live ones, compares them, and deletes what it restored. */
export async function runRestoreTest(
  place: Place,
  { print, confirm, warn }: RestoreTestOptions,
): Promise<readonly CheckLine[]> {
  const stamp = stampOf(new Date());
  const steps = new Steps(place.region, print);
  const table = new TableRestoreTest(place, stamp);
  const document = new DocumentRestoreTest(place, stamp);

  const newest = await steps.run('Backups of the table', (ask) => table.newest(ask));
  if (newest !== undefined) warn(`If this is interrupted, delete what it made: ${table.deletion}`);
  const isRestored =
    newest === undefined
      ? steps.skip('Restoring the table', 'there is no backup')
      : await steps.run('Restoring the table', (ask) => table.restore(ask));
  if (isRestored !== undefined) {
    await steps.run('Numbers of items', (ask) => table.compareCounts(ask));
    await steps.run('Restored items', (ask) => table.compareItems(ask));
  }
  const copy = await steps.run('Restoring a document', (ask) => document.restore(ask));
  if (copy !== undefined) await steps.run('The restored document', (ask) => document.compare(ask, copy));

  await steps.run('The list of users', (ask) => newestUserExport(place, ask));
  const { vault } = place;
  if (vault === undefined) steps.skip('AWS Backup', 'this deployment has no vault');
  else await steps.run('AWS Backup', (ask) => newestInVault({ ...place, vault }, ask));

  if (table.isBegun && isRestored === undefined)
    steps.skip(
      'Deleting the restored table',
      `it may still be on its way; delete it later: ${table.deletion}`,
    );
  await cleanUp(steps, { table: isRestored === undefined ? undefined : table, document, copy }, confirm);
  return steps.lines;
}

interface Made {
  readonly table: TableRestoreTest | undefined;
  readonly document: DocumentRestoreTest;
  readonly copy: Copy | undefined;
}

async function cleanUp(steps: Steps, { table, document, copy }: Made, confirm: Confirm) {
  const made = [...(table ? [table.deletion] : []), ...(copy ? [document.deletion(copy)] : [])];
  if (made.length === 0) return;
  if (!(await confirm(made))) return steps.skip('Deleting what was restored', `kept; ${made.join('; ')}`);
  if (table) await steps.run('Deleting the restored table', (ask) => table.delete(ask));
  if (copy) await steps.run('Deleting the restored document', (ask) => document.delete(ask, copy));
}
