import type { LookupRecord } from '../../../shared/lookup/record.ts';
import type { LookupCategory } from '../../../shared/rules/lookup.ts';
import { aliasesIn } from './aliases.ts';
import { regionOf, zipCode } from './us-addresses.ts';

type Cells = Readonly<Record<string, string>>;

/** A kind of file, recognized by its headers. */
export interface Source {
  readonly name: string;
  /**
   * Categories that the file can be imported as. For example, a file of high schools cannot be imported as
   * colleges.
   */
  readonly categories: readonly LookupCategory[];
  readonly headers: readonly string[];
  /**
   * At least one of these headers is required too. Without any, every row would be omitted for a wrong
   * reason.
   */
  readonly oneOf?: readonly string[];
  /** The reason to omit a valid row; undefined if the row is imported. */
  readonly leavesOut: (cells: Cells) => string | undefined;
  /** Fields without a column in the file are omitted. */
  readonly place: (cells: Cells) => Partial<LookupRecord> & Pick<LookupRecord, 'id'>;
}

const at = (cells: Cells, header: string): string => cells[header] ?? '';

/** Open, new, added, changed or reopened; the others are closed or not open yet. */
const openStatuses = ['', '1', '3', '4', '5', '8'];

/** NCES Common Core of Data, public school directory. */
const ccd: Source = {
  name: 'NCES CCD',
  categories: ['hs_ceeb'],
  headers: ['ncessch', 'sch_name', 'lstreet1', 'lcity', 'lstate', 'lzip'],
  oneOf: ['g_12_offered', 'gshi'],
  leavesOut: (cells) => {
    if (!openStatuses.includes(at(cells, 'sy_status'))) return 'the school is not open';
    const offers = at(cells, 'g_12_offered') || (['12', '13'].includes(at(cells, 'gshi')) ? 'Yes' : 'No');
    return offers === 'Yes' ? undefined : 'the school has no grade 12';
  },
  place: (cells) => ({
    id: at(cells, 'ncessch').padStart(12, '0'), // spreadsheets remove leading zeros
    name: at(cells, 'sch_name'),
    address_line_1: at(cells, 'lstreet1'),
    city: at(cells, 'lcity'),
    zip: zipCode(at(cells, 'lzip')),
    ...regionOf(at(cells, 'lstate')),
  }),
};

/** NCES Private School Universe Survey. */
const pss: Source = {
  name: 'NCES PSS',
  categories: ['hs_ceeb'],
  headers: ['ppin', 'pinst', 'paddrs', 'pcity', 'pstabb', 'pzip'],
  // 1 elementary, 2 secondary, 3 both.
  leavesOut: (cells) => (at(cells, 'level') === '1' ? 'the school is an elementary school' : undefined),
  place: (cells) => ({
    id: at(cells, 'ppin'),
    name: at(cells, 'pinst'),
    address_line_1: at(cells, 'paddrs'),
    city: at(cells, 'pcity'),
    zip: zipCode(at(cells, 'pzip')),
    ...regionOf(at(cells, 'pstabb')),
  }),
};

/** 1 for less than 1,000 students to 5 for 20,000 and more; negative codes mean that it was not reported. */
const enrollmentClass = (code: string): string => (/^[1-5]$/.test(code) ? code : '');

/** IPEDS header data: colleges and universities. */
const ipeds: Source = {
  name: 'IPEDS HD',
  categories: ['college_ceeb'],
  headers: ['unitid', 'instnm', 'addr', 'city', 'stabbr', 'zip'],
  leavesOut: (cells) => (['', '1'].includes(at(cells, 'cyactive')) ? undefined : 'the college is not open'),
  place: (cells) => ({
    id: at(cells, 'unitid'),
    name: at(cells, 'instnm'),
    address_line_1: at(cells, 'addr'),
    city: at(cells, 'city'),
    zip: zipCode(at(cells, 'zip')),
    ...regionOf(at(cells, 'stabbr')),
    aliases: aliasesIn(at(cells, 'ialias'), at(cells, 'instnm')),
    size: enrollmentClass(at(cells, 'instsize')),
  }),
};

/** Our own columns, in any order. A missing column is empty. */
const generic = (headers: readonly string[], categories: readonly LookupCategory[]): Source => ({
  name: 'our own columns',
  categories,
  headers,
  leavesOut: () => undefined,
  place: (cells) => ({
    id: at(cells, 'id'),
    name: at(cells, 'name'),
    address_line_1: at(cells, 'address_line_1'),
    city: at(cells, 'city'),
    state: at(cells, 'state'),
    zip: at(cells, 'zip'),
    country: at(cells, 'country') || 'USA',
    aliases: at(cells, 'aliases'),
    size: at(cells, 'size'),
    ceeb: at(cells, 'ceeb'),
  }),
});

const sources: readonly Source[] = [
  ccd,
  pss,
  ipeds,
  generic(['id', 'name', 'city', 'state'], ['hs_ceeb', 'college_ceeb']),
  generic(['id', 'address_line_1', 'city', 'state'], ['address']),
];

/** The kind of file that has these headers; undefined if none matches. */
export const sourceOf = (headers: readonly string[], category: LookupCategory): Source | undefined =>
  sources.find(
    (source) =>
      source.categories.includes(category) && source.headers.every((header) => headers.includes(header)),
  );

/** Required columns of each kind of file, for the message about an unknown file. */
export const knownHeaders = (category: LookupCategory): string =>
  sources
    .filter(({ categories }) => categories.includes(category))
    .map(({ name, headers }) => `${name}: ${headers.join(', ')}`)
    .join('; ');
