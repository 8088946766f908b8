/** The columns of a look-up list, in order. An address has no name and no code. */
export const recordColumns = [
  'id',
  'name',
  'address_line_1',
  'city',
  'state',
  'zip',
  'country',
  'aliases',
  'size',
  'ceeb',
] as const;

/**
 * A school, college or address that can be looked up. `aliases` are other names, separated by `|`. `size` is
 * a class of enrollment from 1 to 5, or empty when unknown.
 */
export type LookupRecord = Readonly<Record<(typeof recordColumns)[number], string>>;

/** One line of a list. Tabs separate the columns, which contain none. */
export const formatRecord = (record: LookupRecord): string =>
  recordColumns.map((column) => record[column]).join('\t');

export function parseRecord(line: string): LookupRecord {
  const cells = line.split('\t');
  return Object.fromEntries(
    recordColumns.map((column, index) => [column, cells[index] ?? '']),
  ) as LookupRecord;
}

/** The names that a record is also known by. */
export const aliasesOf = ({ aliases }: LookupRecord): readonly string[] => aliases.split('|').filter(Boolean);

/** The text that a record is found and shown by. */
export const recordTitle = ({ name, address_line_1 }: LookupRecord): string => name || address_line_1;
