import type { ApplicationPackage } from '../package/application-package.ts';
import { columnsOf, type ExportColumn, type ExportNames } from './columns.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import { commaSeparated, delimitedLine } from './delimited.ts';
import type { ExportFormat } from './format-names.ts';
import { slateColumns } from './slate.ts';

/** Converts applications to lines of a file. */
export interface LineWriter {
  readonly fileName: string;
  /** Content of the file before the first application. */
  readonly head: string;
  readonly lineOf: (application: ApplicationPackage) => string;
}

interface Rows {
  readonly fileName: string;
  /** Begins the file. */
  readonly mark?: string;
  readonly columns: readonly ExportColumn[];
  readonly line: (cells: readonly string[]) => string;
}

const rowWriter = ({ fileName, mark = '', columns, line }: Rows): LineWriter => ({
  fileName,
  head: mark + line(columns.map(({ title }) => title)),
  lineOf: (application) => line(columns.map(({ cell }) => cell(application))),
});

const writers: Readonly<Record<ExportFormat, (names: ExportNames) => LineWriter>> = {
  csv: (names) =>
    rowWriter({
      fileName: 'applications.csv',
      mark: byteOrderMark,
      columns: columnsOf(names),
      line: csvLine,
    }),
  // Without a byte order mark: Slate finds the first column by its title, and the import sets the encoding.
  // Without guarded formulas: Slate would store the apostrophes.
  slate: (names) =>
    rowWriter({
      fileName: 'slate.csv',
      columns: slateColumns(names),
      line: (cells) => delimitedLine(cells, commaSeparated),
    }),
  json: () => ({
    fileName: 'applications.jsonl',
    head: '',
    lineOf: (application) => `${JSON.stringify(application)}\n`,
  }),
};

/** Writes one application per line. */
export const lineWriter = (format: ExportFormat, names: ExportNames): LineWriter => writers[format](names);
