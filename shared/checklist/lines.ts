import type { ItemRow } from '../api/fields.ts';
import type { ItemOutcome } from '../api/operator.ts';
import { maxItemCellLength } from '../rules/console-limits.ts';
import type { Row, Table } from './csv-table.ts';

// Lines of a list of checklist items: applicant, item and day. Staff send them from the console or by
// `npx matricula staff checklist`.

/** Accepted header names of each column. */
const columns = {
  applicant: ['applicant', 'confirmation number', 'confirmation_number', 'confirmation', 'email', 'e-mail'],
  item: ['item', 'paper'],
  date: ['date', 'received'],
} as const;
type Column = keyof typeof columns;

export const saveAs = 'In Excel, choose "CSV UTF-8 (Comma delimited)" when you save it.';

/** Detects UTF-16, with or without a byte order mark: English text has a zero byte in each letter. */
export const isUtf16 = (bytes: Uint8Array): boolean => bytes.subarray(0, 200).includes(0);

/** Replacement character for bytes that are not UTF-8. */
const unreadable = '\uFFFD';

/**
 * Returns the first cell that is not empty: a table with columns for both address and number may leave one
 * empty.
 */
function cellOf({ cells }: Row, column: Column): string {
  const names: readonly string[] = columns[column];
  return names.map((name) => cells[name] ?? '').find((cell) => cell !== '') ?? '';
}

const rowOf = (row: Row): ItemRow => ({
  line: row.line,
  applicant: cellOf(row, 'applicant'),
  item: cellOf(row, 'item'),
  date: cellOf(row, 'date'),
});

/** Says which columns a list lacks; undefined if it has all. */
export function missingColumns({ headers }: Table): string | undefined {
  const missing = Object.entries(columns).filter(
    ([, names]) => !names.some((name) => headers.includes(name)),
  );
  if (missing.length === 0) return undefined;
  const names = missing.map(([column]) => column).join(', ');
  return `the header has no column ${names}. It needs applicant (or email, or confirmation number), item and date. Nothing was recorded.`;
}

/** The reason why a row is not sent, or undefined. */
function reasonAgainst({ applicant, item, date }: ItemRow): string | undefined {
  const cells = [applicant, item, date];
  if (cells.some((cell) => cell.includes(unreadable)))
    return `The line has letters that are not UTF-8. ${saveAs}`;
  if (cells.some((cell) => cell.length > maxItemCellLength))
    return `A cell is longer than ${maxItemCellLength} characters. Is a quotation mark missing?`;
  return undefined;
}

export interface ChecklistLines {
  readonly rows: readonly ItemRow[];
  /** Lines that cannot be sent. */
  readonly refused: readonly ItemOutcome[];
}

const idOf = ({ applicant, item }: ItemRow) => `${applicant.toLowerCase()} ${item.toLowerCase()}`;

/** A row about the same checklist item of the same applicant as an earlier one. */
export interface RepeatedRow {
  readonly row: ItemRow;
  readonly of: ItemRow;
}

/** The first row of each checklist item, and the rows that repeat one of them. */
export function firstRows(all: readonly ItemRow[]): {
  readonly first: readonly ItemRow[];
  readonly repeated: readonly RepeatedRow[];
} {
  const first = new Map<string, ItemRow>();
  const repeated: RepeatedRow[] = [];
  for (const row of all) {
    const of = first.get(idOf(row));
    if (of === undefined) first.set(idOf(row), row);
    else repeated.push({ row, of });
  }
  return { first: [...first.values()], repeated };
}

export const refusedRepeat = ({ row, of }: RepeatedRow): ItemOutcome => ({
  line: row.line,
  outcome: 'refused',
  reason: `Line ${of.line} has the same checklist item of the same applicant. Remove one of them.`,
});

/** The rows of a list of checklist items that has all columns. */
export function itemRowsIn({ rows: found, broken: unread }: Table): ChecklistLines {
  const all = found.map(rowOf);
  const bad = all.flatMap((row): readonly ItemOutcome[] => {
    const reason = reasonAgainst(row);
    return reason === undefined ? [] : [{ line: row.line, outcome: 'refused', reason }];
  });
  const broken = unread.map(
    ({ line, reason }): ItemOutcome => ({
      line,
      outcome: 'refused',
      reason: `The line cannot be read: ${reason}. Is a comma inside a cell without quotation marks?`,
    }),
  );
  const rows = all.filter((row) => reasonAgainst(row) === undefined);
  return { rows, refused: [...bad, ...broken] };
}
