/** A column of a table. A column that may shrink is cut if the terminal is too narrow. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly mayShrink?: boolean;
}

const gap = '  ';
/** A shrunk column still shows this much. */
const minWidth = 6;

/**
 * Width of a character in terminal columns: 2 for East Asian characters and emoji, 0 for combining marks,
 * else 1.
 */
function placesOf(character: string): number {
  if (/^\p{M}$/u.test(character)) return 0;
  return /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}！-｠]$/u.test(
    character,
  )
    ? 2
    : 1;
}

const widthOf = (text: string): number => [...text].reduce((sum, each) => sum + placesOf(each), 0);

/**
 * Replaces control characters, line separators and bidirectional marks with spaces. An applicant's text must
 * not move the cursor of an operator's terminal or reverse a line.
 */
const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ');

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text + ' '.repeat(width - widthOf(text));
  let kept = '';
  for (const each of text) {
    if (widthOf(kept) + placesOf(each) > width - 1) break;
    kept += each;
  }
  return `${kept}…${' '.repeat(width - 1 - widthOf(kept))}`;
}

/** Shrinks the widest columns that may shrink, one character at a time, until the table fits. */
function fitted(widths: readonly number[], canShrink: readonly boolean[], total: number): readonly number[] {
  const fit = [...widths];
  let excess = fit.reduce((sum, each) => sum + each, gap.length * (fit.length - 1)) - total;
  for (; excess > 0; excess -= 1) {
    const widest = Math.max(...fit.filter((_, index) => canShrink[index]), 0);
    if (widest <= minWidth) break;
    const at = fit.findIndex((each, index) => canShrink[index] === true && each === widest);
    fit[at] = widest - 1;
  }
  return fit;
}

/** The lines of a table, cut to the terminal's width. Without a width nothing is cut. */
export function fitTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ cell }) => printable(cell(row)))),
  ];
  const natural = columns.map((_, index) => Math.max(...cells.map((line) => widthOf(line[index] ?? ''))));
  const fit = fitted(
    natural,
    columns.map(({ mayShrink = false }) => mayShrink),
    width,
  );
  return cells.map((line) =>
    line
      .map((cell, index) => cut(cell, fit[index] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

/** Width of the terminal in columns; undefined if the output goes to a file or another program. */
export function terminalWidth(): number | undefined {
  const told = Number(process.env.COLUMNS);
  return process.stdout.columns ?? (told > 0 ? told : undefined);
}
