// Tables of a CSV file or of copied spreadsheet cells. The parser is csv-parse, which has one build for Node
// and one for browsers; both get these options.

/** One line of a table: its cells by header, and its number as an editor shows it. */
export interface Row {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}
export interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly Row[];
  /** Lines with more cells than headers. */
  readonly broken: readonly { readonly line: number; readonly reason: string }[];
}

/** Options of csv-parse. Tabs, semicolons and commas separate; the header says which. */
export function csvOptions(text: string) {
  const [first = ''] = text.split(/\r?\n/, 1);
  return {
    bom: true,
    delimiter: ['\t', ';', ','].find((each) => first.includes(each)) ?? ',',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  } as const;
}

interface Parsed {
  readonly info: { readonly lines: number };
  readonly record: readonly string[];
}

/**
 * The table of parsed records. With `info`, each has its line number, which csv-parse's types omit.
 * Spreadsheets omit empty cells at the end of a row, or write more of them than there are headers.
 */
export function tableOf(records: unknown): Table {
  const [head, ...lines] = records as readonly Parsed[];
  const headers = (head?.record ?? []).map((header) => header.toLowerCase());
  const fits = ({ record }: Parsed) => record.slice(headers.length).every((cell) => cell === '');
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
