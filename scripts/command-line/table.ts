/**
 * Replaces control characters, line separators and bidirectional marks with spaces. An applicant's text must
 * not move the cursor of an operator's terminal or reverse a line.
 */
const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ');

/** Prints rows of cells in aligned columns. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(printable));
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
