/** The separators and quotes of a file that another system imports. */
export interface Dialect {
  readonly delimiter: string;
  /** `needed`: only cells that could not be read back without quotes. */
  readonly quotes: 'needed' | 'all';
  readonly lineEnd: string;
}

/** Commas and the line ends of RFC 4180. */
export const commaSeparated: Dialect = { delimiter: ',', quotes: 'needed', lineEnd: '\r\n' };

const mustBeQuoted = /["\r\n]|^\s|\s$/u;

/**
 * One line with its end. A reader of RFC 4180 gets exactly the given text of each cell back. Formulas are not
 * guarded, so only csv.ts writes files for spreadsheets.
 */
export const delimitedLine = (cells: readonly string[], { delimiter, quotes, lineEnd }: Dialect): string =>
  cells
    .map((text) =>
      quotes === 'all' || text.includes(delimiter) || mustBeQuoted.test(text)
        ? `"${text.replaceAll('"', '""')}"`
        : text,
    )
    .join(delimiter) + lineEnd;
