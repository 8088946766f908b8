import { type ItemOutcome, type ItemRow, maxItemRows, recordItemsReply } from '../../shared/api/operator.ts';
import { counter } from '../command-line/progress.ts';
import { invokeOperator } from './ask.ts';
import { firstRows, type RepeatedRow, readItemRows, refusedRepeat } from './checklist-rows.ts';
import { type Target, type TargetOptions, targetOf } from './target.ts';

/** Sends the rows in parts that fit into one call. If a later call fails, earlier ones stay recorded. */
async function send(
  place: Target,
  rows: readonly ItemRow[],
  isTakingBack: boolean,
): Promise<readonly ItemOutcome[]> {
  const progress = counter('ReceivedItems', rows.length);
  const outcomes: ItemOutcome[] = [];
  for (let start = 0; start < rows.length; start += maxItemRows) {
    const part = rows.slice(start, start + maxItemRows);
    const command = { command: 'receive-items', rows: part, isTakingBack } as const;
    outcomes.push(...(await invokeOperator(place, command, recordItemsReply)).rows);
    for (const _ of part) progress.add();
  }
  return outcomes;
}

/**
 * Sends the first row of each checklist item. A row that repeats one which could not be done is sent too; one
 * that repeats a row which was done is refused, whatever its date.
 */
async function sendOnce(
  place: Target,
  rows: readonly ItemRow[],
  isTakingBack: boolean,
): Promise<readonly ItemOutcome[]> {
  if (rows.length === 0) return [];
  const { first, repeated } = firstRows(rows);
  const sent = await send(place, first, isTakingBack);
  const failed = new Set(sent.filter(({ outcome }) => outcome === 'refused').map(({ line }) => line));
  const isOpen = ({ of }: RepeatedRow) => failed.has(of.line);
  const refused = repeated.filter((each) => !isOpen(each)).map(refusedRepeat);
  const again = repeated.filter(isOpen).map(({ row }) => row);
  return [...sent, ...refused, ...(await sendOnce(place, again, isTakingBack))];
}

const count = (outcomes: readonly ItemOutcome[], outcome: ItemOutcome['outcome']) =>
  outcomes.filter((each) => each.outcome === outcome).length;

interface Options extends TargetOptions {
  readonly undo: boolean;
  readonly json: boolean;
}

/** Marks checklist items as received. */
export async function receive(file: string, { json, undo, ...choice }: Options): Promise<void> {
  const { rows, refused } = readItemRows(file);
  const sent = rows.length === 0 ? [] : await sendOnce(await targetOf(choice), rows, undo);
  const outcomes = [...sent, ...refused].toSorted((one, other) => one.line - other.line);
  const left = outcomes.filter(({ outcome }) => outcome === 'refused');
  if (left.length > 0) process.exitCode = 1;
  if (json) return console.log(JSON.stringify(outcomes, null, 2));
  for (const { line, reason } of left) console.log(`Line ${line}: ${reason}`);
  console.log(
    `${count(outcomes, 'changed')} ${undo ? 'taken back' : 'ticked off'}, ${count(outcomes, 'unchanged')} unchanged, ${left.length} not done.`,
  );
}
