import type { ApplicationPackage } from '../package/application-package.ts';
import { columnsOf, type ExportColumn, type ExportNames } from './columns.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import { slateColumns } from './slate.ts';

export const exportFormats = ['csv', 'json', 'slate'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Converts applications to lines of a file. */
export interface LineWriter {
  readonly fileName: string;
  /** Content of the file before the first application. */
  readonly head: string;
  readonly lineOf: (application: ApplicationPackage) => string;
}

const csvWriter = (fileName: string, mark: string, columns: readonly ExportColumn[]): LineWriter => ({
  fileName,
  head: mark + csvLine(columns.map(({ title }) => title)),
  lineOf: (application) => csvLine(columns.map(({ cell }) => cell(application))),
});

const writers: Readonly<Record<ExportFormat, (names: ExportNames) => LineWriter>> = {
  csv: (names) => csvWriter('applications.csv', byteOrderMark, columnsOf(names)),
  // Without a byte order mark: Slate finds the first column by its title, and the import sets the encoding.
  slate: (names) => csvWriter('slate.csv', '', slateColumns(names)),
  json: () => ({
    fileName: 'applications.jsonl',
    head: '',
    lineOf: (application) => `${JSON.stringify(application)}\n`,
  }),
};

/** Writes one application per line. */
export const lineWriter = (format: ExportFormat, names: ExportNames): LineWriter => writers[format](names);
