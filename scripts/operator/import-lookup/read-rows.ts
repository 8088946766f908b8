import { readFileSync } from 'node:fs';
import { CsvError, parse } from 'csv-parse/sync';
import { csvOptions, type Table, tableOf } from '../../../shared/checklist/csv-table.ts';
import { UsageError } from '../../command-line/usage-error.ts';

/** Older public files are not UTF-8 but Windows-1252, which reads any byte. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The error for a damaged or missing file, with the file, the line and the reason. */
export function refused(file: string, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new UsageError(`There is no file ${file}.`);
  if (!(error instanceof CsvError)) return error;
  const line = typeof error.lines === 'number' ? `, line ${error.lines}` : '';
  return new UsageError(`${file}${line}: ${error.message}`, { cause: error });
}

/** Reads a CSV file. */
export function readRows(file: string): Table {
  try {
    return tableIn(textOf(readFileSync(file)));
  } catch (error) {
    throw refused(file, error);
  }
}

/** Reads the text of a CSV file. */
export const tableIn = (text: string): Table => tableOf(parse(text, csvOptions(text)));
