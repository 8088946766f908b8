import { chunks } from '../../shared/rules/chunks.ts';
import { now } from '../runtime/clock.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { planAndWrite } from '../table/change.ts';
import { changedRow, sameChecklist } from '../table/checklist.ts';
import { expression, same } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { everyRow, keys, parts } from '../table/keys.ts';
import { currentPartner } from '../table/settings.ts';
import { del, put, queryAll, type Write, writes } from '../table/table.ts';
import { applicantAt, rowsInOrder } from './list-rows.ts';

// Rows of the console's list repeat the address of the account and the checklist items of the university. The
// transaction that changes these makes a rebuild pending, and the scheduled run does it.

// If a later change has replaced the item, its rebuild has not begun.
const endRebuild = ({ sk, mark }: items.RowRebuild) => del(keys.rowRebuild(sk), { if: same({ mark }) });

const keepPlace = (rebuild: items.RowRebuild, after: string) =>
  put({ ...rebuild, ...keys.rowRebuild(rebuild.sk), after }, { if: same({ mark: rebuild.mark }) });

const isThere = (sub: ApplicantId): Write =>
  writes.check(
    { pk: keys.application(sub), sk: parts.meta },
    expression`attribute_exists(submitted_at) AND attribute_not_exists(erased_at)`,
  );

/** Writes a row as it is now. Fails, and is planned again, if its checklist changes or deletion begins. */
async function rebuildRow(sub: ApplicantId): Promise<void> {
  const partner = await currentPartner();
  const done = await planAndWrite(sub, async (stored) => {
    // Of the item that `isThere` checks: a plan that it always refuses would be repeated.
    const isListed = stored.submittedAt !== undefined && stored.erasedAt === undefined;
    const row = isListed ? changedRow(sub, stored, stored.checklist.received, partner) : [];
    const all = isListed ? [isThere(sub), sameChecklist(sub, stored.checklist), ...row] : [];
    return { writes: all, result: undefined };
  });
  if (done === undefined) throw new Error('Other changes of an application left no room for its row.');
}

const rowsAtOnce = 20;

/** Rebuilds every row, oldest first, until `end`. The next run continues. */
async function rebuildEveryRow(rebuild: items.RowRebuild, end: number): Promise<void> {
  const order = { isOldestFirst: true, after: rebuild.after, firstLimit: rowsAtOnce };
  for await (const rows of rowsInOrder({ texts: [] }, order))
    for (const some of chunks(rows, rowsAtOnce)) {
      await Promise.all(some.map(({ sk }) => rebuildRow(applicantAt(sk))));
      const last = some.at(-1)?.sk;
      if (now() > end && last !== undefined) return void (await keepPlace(rebuild, last));
    }
  await endRebuild(rebuild);
}

/** Does the pending rebuilds until `end`, in milliseconds since 1970. */
export async function rebuildRows(end: number): Promise<void> {
  for (const item of await queryAll(keys.rowRebuild(everyRow).pk)) {
    if (now() > end) return;
    const rebuild = items.rowRebuild.parse(item);
    if (rebuild.sk === everyRow) await rebuildEveryRow(rebuild, end);
    else {
      await rebuildRow(applicantId.parse(rebuild.sk));
      await endRebuild(rebuild);
    }
  }
}
