/** The columns of a look-up list, in the order of its lines. An address has no name and no code. */
export const columns = ['id', 'name', 'address_line_1', 'city', 'state', 'zip', 'country', 'ceeb'] as const;

/** A school, a college or an address that can be looked up. */
export type LookupRecord = Readonly<Record<(typeof columns)[number], string>>;

/** One line of a list: tabs between the columns, which hold none. */
export const formatRecord = (place: LookupRecord): string =>
  columns.map((column) => place[column]).join('\t');

export function parseRecord(line: string): LookupRecord {
  const cells = line.split('\t');
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) as LookupRecord;
}

/** What a place is found and shown by. */
export const recordTitle = ({ name, address_line_1 }: LookupRecord): string => name || address_line_1;
