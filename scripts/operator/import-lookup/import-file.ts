import { formatRecord, type LookupRecord, parseRecord } from '../../../shared/lookup/record.ts';
import type { LookupCategory } from '../../../shared/rules/lookup.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { rowError } from './faults.ts';
import { readRows } from './read-rows.ts';
import { knownHeaders, sourceOf } from './sources.ts';

/** Codes that the operator has a license for, by the id of the school. */
export type Codes = ReadonlyMap<string, string>;

export interface Imported {
  readonly source: string;
  readonly places: readonly LookupRecord[];
  /** Invalid lines, each with its reason. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
  /** Number of valid rows that do not belong in this list, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
}

const emptyRecord = parseRecord('');

/** One space between words, none around them: public files are padded. */
const tidied = (place: LookupRecord): LookupRecord =>
  Object.fromEntries(
    Object.entries(place).map(([column, value]) => [column, value.replaceAll(/ {2,}/g, ' ').trim()]),
  ) as LookupRecord;

/** Reads one file of any known kind. Codes come from the file or from `codes`, and are never generated. */
export function importFile(file: string, category: LookupCategory, codes: Codes): Imported {
  const { headers, rows, broken } = readRows(file);
  const source = sourceOf(headers, category);
  if (source === undefined)
    throw new UsageError(`${file} has none of the known headers for ${category}. ${knownHeaders(category)}.`);
  const { oneOf = headers } = source;
  if (!oneOf.some((header) => headers.includes(header)))
    throw new UsageError(`${file} (${source.name}) lacks a column: ${oneOf.join(' or ')}.`);
  const places: LookupRecord[] = [];
  const refused = [...broken];
  const leftOut: Record<string, number> = {};
  for (const { line, cells } of rows) {
    const reason = source.leavesOut(cells);
    if (reason !== undefined) {
      leftOut[reason] = (leftOut[reason] ?? 0) + 1;
      continue;
    }
    const found = source.place(cells);
    const place = tidied({ ...emptyRecord, ...found, ceeb: codes.get(found.id) ?? found.ceeb ?? '' });
    const fault = rowError(place, category);
    if (fault === undefined) places.push(place);
    else refused.push({ line, reason: fault });
  }
  return { source: source.name, places, refused: refused.sort((a, b) => a.line - b.line), leftOut };
}

/** A CSV with the columns id and ceeb. */
export function readCodes(file: string): Codes {
  const { headers, rows } = readRows(file);
  if (!headers.includes('id') || !headers.includes('ceeb'))
    throw new UsageError(`${file} needs the columns id and ceeb.`);
  return new Map(rows.map(({ cells }) => [cells.id ?? '', cells.ceeb ?? '']));
}

/** Merges places of several files, one per id. Sorted by id, to keep the diff of a new import small. */
export function joined(all: readonly Imported[]): {
  places: readonly LookupRecord[];
  repeated: readonly string[];
} {
  const byId = new Map<string, LookupRecord>();
  const repeated: string[] = [];
  for (const place of all.flatMap(({ places }) => places))
    if (byId.has(place.id)) repeated.push(formatRecord(place));
    else byId.set(place.id, place);
  const places = [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  return { places, repeated };
}
