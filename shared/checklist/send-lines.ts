import type { ItemRow } from '../api/fields.ts';
import type { ItemOutcome } from '../api/operator.ts';
import { chunks } from '../rules/chunks.ts';
import { maxItemRows } from '../rules/console-limits.ts';
import { firstRows, type RepeatedRow, refusedRepeat } from './lines.ts';

/** Sends some rows in one call, and returns the outcome of each. */
type Send<Outcome> = (rows: readonly ItemRow[]) => Promise<readonly Outcome[]>;

/** Sends the rows in parts that fit into one call. If a later call fails, earlier ones stay recorded. */
async function sendInParts<Outcome>(rows: readonly ItemRow[], send: Send<Outcome>) {
  const outcomes: Outcome[] = [];
  for (const part of chunks(rows, maxItemRows)) outcomes.push(...(await send(part)));
  return outcomes;
}

/**
 * Sends the first row of each checklist item. A row that repeats one which could not be done is sent too; one
 * that repeats a row which was done is refused, whatever its date.
 */
export async function sendLines<Outcome extends ItemOutcome>(
  rows: readonly ItemRow[],
  send: Send<Outcome>,
): Promise<readonly (Outcome | ItemOutcome)[]> {
  if (rows.length === 0) return [];
  const { first, repeated } = firstRows(rows);
  const sent = await sendInParts(first, send);
  const failed = new Set(sent.filter(({ outcome }) => outcome === 'refused').map(({ line }) => line));
  const isOpen = ({ of }: RepeatedRow) => failed.has(of.line);
  const refused = repeated.filter((each) => !isOpen(each)).map(refusedRepeat);
  const again = repeated.filter(isOpen).map(({ row }) => row);
  return [...sent, ...refused, ...(await sendLines(again, send))];
}

/** The lines of a file: those that were sent, and those that could not be, in their order. */
export const inLineOrder = <Line extends { readonly line: number }>(
  lines: readonly Line[],
): readonly Line[] => lines.toSorted((one, other) => one.line - other.line);
