/** The columns of a look-up list, in the order of its lines. An address has no name and no code. */
export const columns = ['id', 'name', 'address_line_1', 'city', 'state', 'zip', 'country', 'ceeb'] as const;

/** A school, a college or an address that can be looked up. */
export type Place = Readonly<Record<(typeof columns)[number], string>>;

/** One line of a list: tabs between the columns, which hold none. */
export const lineOf = (place: Place): string => columns.map((column) => place[column]).join('\t');

export function placeIn(line: string): Place {
  const cells = line.split('\t');
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) as Place;
}

/** What a place is found and shown by. */
export const titleOf = ({ name, address_line_1 }: Place): string => name || address_line_1;
