import { type LookupRecord, parseRecord } from '../../shared/lookup/record.ts';
import { type Sections, splitSections } from '../../shared/lookup/sections.ts';

/** A lookup list in memory: the sections of its file, and how many documents, records and words it has. */
export interface Pack extends Sections {
  readonly size: number;
  readonly records: number;
  readonly vocabulary: number;
}

export function openPack(file: Uint8Array<ArrayBuffer>): Pack {
  const sections = splitSections(file);
  return {
    ...sections,
    size: sections.recordOf.length,
    records: sections.lines.length - 1,
    vocabulary: sections.wordsAt.length - 1,
  };
}

/** The lines as a buffer that shares their memory. */
const bytesOf = ({ text }: Pack): Buffer => Buffer.from(text.buffer, text.byteOffset, text.byteLength);

export function recordAt(pack: Pack, record: number): LookupRecord {
  const [from = 0, to = 0] = [pack.lines[record], pack.lines[record + 1]];
  return parseRecord(bytesOf(pack).toString('utf8', from, to - 1));
}

function lineAround({ lines, records }: Pack, position: number): number {
  let [low, high] = [0, records - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The record with an id. Searching the bytes of all lines takes less than a millisecond. */
export function recordById(pack: Pack, id: string): LookupRecord | undefined {
  if (/[\t\n]/.test(id) || id === '') return undefined;
  const first = pack.records > 0 ? recordAt(pack, 0) : undefined;
  if (first?.id === id) return first;
  const found = bytesOf(pack).indexOf(`\n${id}\t`);
  return found === -1 ? undefined : recordAt(pack, lineAround(pack, found + 1));
}

/** The record with a code, which is the last column. */
export function recordByCode(pack: Pack, code: string): LookupRecord | undefined {
  if (!/^X?\d{3,6}$/i.test(code)) return undefined;
  const found = bytesOf(pack).indexOf(`\t${code.toUpperCase()}\n`);
  return found === -1 ? undefined : recordAt(pack, lineAround(pack, found));
}

/** The first index for which a condition holds, when it holds for all later ones. */
export function firstIndexWhere(size: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
