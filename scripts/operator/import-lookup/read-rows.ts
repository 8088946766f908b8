import { readFileSync } from 'node:fs';
import { CsvError, type Info, parse } from 'csv-parse/sync';
import { UsageError } from '../../command-line/usage-error.ts';

/** One line of a CSV file: its cells by header, and its number as an editor shows it. */
export interface Row {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}
export interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly Row[];
  /** Lines with more or fewer cells than headers. */
  readonly broken: readonly { readonly line: number; readonly reason: string }[];
}

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

/** Reads the text of a CSV file. Tabs, semicolons and commas separate; the header says which. */
export function tableIn(text: string): Table {
  const [first = ''] = text.split(/\r?\n/, 1);
  const delimiter = ['\t', ';', ','].find((each) => first.includes(each)) ?? ',';
  // With `info`, every record contains its line number, which the types omit.
  const found = parse(text, {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  }) as unknown as readonly { readonly info: Info; readonly record: readonly string[] }[];
  const [head, ...lines] = found;
  const headers = (head?.record ?? []).map((header) => header.toLowerCase());
  const fits = ({ record }: { record: readonly string[] }) => record.length === headers.length;
  return {
    headers,
    rows: lines.filter(fits).map(({ info, record }) => ({
      line: info.lines,
      cells: Object.fromEntries(headers.map((header, index) => [header, record[index] ?? ''])),
    })),
    broken: lines
      .filter((line) => !fits(line))
      .map(({ info, record }) => ({
        line: info.lines,
        reason: `it has ${record.length} cells, the header ${headers.length}`,
      })),
  };
}
