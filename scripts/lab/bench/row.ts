/** One measured value and its budget. */
export interface Row {
  readonly what: string;
  readonly measured: number;
  readonly unit: 'KB' | 'ms' | 'us' | 'MB' | '%' | 'per s' | 'frames' | 'calls' | 'x';
  /** The maximum that the design allows. */
  readonly atMost?: number | undefined;
  /** The minimum that the design requires. */
  readonly atLeast?: number | undefined;
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

const shown = (number: number) => Number(number.toPrecision(3));

function budgetOf({ measured, atMost, atLeast }: Row): { readonly budget: string; readonly met: string } {
  if (atMost !== undefined) return { budget: `<= ${atMost}`, met: measured <= atMost ? 'yes' : 'NO' };
  if (atLeast !== undefined) return { budget: `>= ${atLeast}`, met: measured >= atLeast ? 'yes' : 'NO' };
  return { budget: '', met: '' };
}

/** Rows as a table, with a word for each that misses its budget. */
export const table = (rows: readonly Row[]) =>
  Object.fromEntries(
    rows.map((row) => [row.what, { measured: shown(row.measured), unit: row.unit, ...budgetOf(row) }]),
  );
