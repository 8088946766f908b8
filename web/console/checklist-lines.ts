import { parse } from 'csv-parse/browser/esm/sync';
import type { ItemRow } from '../../shared/api/fields.ts';
import { csvOptions, type Table, tableOf } from '../../shared/checklist/csv-table.ts';
import { itemRowsIn, missingColumns } from '../../shared/checklist/lines.ts';
import { maxListCharacters, maxListLines } from '../../shared/rules/console-limits.ts';

/** A line of the list as it was read, before the server has seen it. */
export interface ReadLine extends ItemRow {
  /** The reason why it cannot be sent. */
  readonly reason?: string | undefined;
}

export type ReadList =
  | { readonly problem: string }
  | { readonly problem?: undefined; readonly lines: readonly ReadLine[] };

function tableIn(text: string): Table | undefined {
  try {
    return tableOf(parse(text, csvOptions(text)));
  } catch {
    return undefined;
  }
}

/** Reads the lines of a CSV file, or cells that were copied from a spreadsheet. */
export function readList(text: string): ReadList {
  if (text.trim() === '') return { problem: 'Paste a list, or choose a CSV file.' };
  if (text.length > maxListCharacters)
    return { problem: 'The list is longer than 500,000 characters. Send it in parts.' };
  const table = tableIn(text);
  if (table === undefined)
    return { problem: 'The list cannot be read: a quotation mark is missing, or it is no text.' };
  const reason = missingColumns(table);
  if (reason !== undefined) return { problem: `Line 1: ${reason}` };
  if (table.rows.length > maxListLines)
    return {
      problem: `The list has more than ${maxListLines.toLocaleString('en-US')} lines. Send it in parts.`,
    };
  const { rows, refused } = itemRowsIn(table);
  const unread = { applicant: '', item: '', date: '' };
  const lines = [...rows, ...refused.map(({ line, reason: why }) => ({ ...unread, line, reason: why }))];
  if (lines.length === 0) return { problem: 'The list has a header and no lines.' };
  return { lines: lines.toSorted((one, other) => one.line - other.line) };
}
