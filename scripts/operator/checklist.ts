import { readFileSync } from 'node:fs';
import type { ItemRow } from '../../shared/api/fields.ts';
import { type ItemOutcome, recordItemsReply } from '../../shared/api/operator.ts';
import type { Table } from '../../shared/checklist/csv-table.ts';
import {
  type ChecklistLines,
  isUtf16,
  itemRowsIn,
  missingColumns,
  saveAs,
} from '../../shared/checklist/lines.ts';
import { inLineOrder, sendLines } from '../../shared/checklist/send-lines.ts';
import { counter } from '../command-line/progress.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { refused, tableIn } from './import-lookup/read-rows.ts';
import { type Target, type TargetOptions, targetOf } from './target.ts';

/** Rejects the whole file if it is no list of checklist items. */
function readTable(file: string): Table {
  try {
    const bytes = readFileSync(file);
    if (isUtf16(bytes))
      throw new UsageError(`${file} is UTF-16, or no text at all. ${saveAs} Nothing was recorded.`);
    return tableIn(new TextDecoder('utf-8').decode(bytes));
  } catch (error) {
    throw refused(file, error);
  }
}

function readItemRows(file: string): ChecklistLines {
  const table = readTable(file);
  const reason = missingColumns(table);
  if (reason !== undefined) throw new UsageError(`${file}, line 1: ${reason}`);
  return itemRowsIn(table);
}

function send(place: Target, rows: readonly ItemRow[], isTakingBack: boolean) {
  const progress = counter('ReceivedItems', rows.length);
  return sendLines(rows, async (part) => {
    const { rows: outcomes } = await invokeOperator(
      place,
      { command: 'receive-items', rows: [...part], isTakingBack },
      recordItemsReply,
    );
    for (const _ of part) progress.add();
    return outcomes;
  });
}

const count = (outcomes: readonly ItemOutcome[], outcome: ItemOutcome['outcome']) =>
  outcomes.filter((each) => each.outcome === outcome).length;

interface Options extends TargetOptions {
  readonly undo: boolean;
  readonly json: boolean;
}

/** Marks checklist items as received. */
export async function receive(file: string, { json, undo, ...choice }: Options): Promise<void> {
  const { rows, refused: unsent } = readItemRows(file);
  const sent = rows.length === 0 ? [] : await send(await targetOf(choice), rows, undo);
  const outcomes = inLineOrder([...sent, ...unsent]);
  const left = outcomes.filter(({ outcome }) => outcome === 'refused');
  if (left.length > 0) process.exitCode = 1;
  if (json) return console.log(JSON.stringify(outcomes, null, 2));
  for (const { line, reason } of left) console.log(`Line ${line}: ${reason}`);
  console.log(
    `${count(outcomes, 'changed')} ${undo ? 'undone' : 'marked as received'}, ${count(outcomes, 'unchanged')} unchanged, ${left.length} with errors.`,
  );
}
