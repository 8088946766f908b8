import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  formatRecord,
  type LookupRecord,
  parseRecord,
  recordColumns,
} from '../../../shared/lookup/record.ts';
import type { LookupCategory } from '../../../shared/rules/lookup.ts';
import { universityFolder } from '../../build/university.ts';

const header = recordColumns.join('\t');

/** Path of a category's list. The build of the look-up function reads it. */
export const listOf = (category: LookupCategory): string =>
  join(universityFolder(), 'lookup', `${category}.tsv`);

/** Writes a list: a header, and a tab-separated line for each place. */
export const writeList = (file: string, places: readonly LookupRecord[]): void =>
  writeFileSync(file, `${[header, ...places.map(formatRecord)].join('\n')}\n`);

export function readList(file: string): readonly LookupRecord[] {
  const [first, ...lines] = readFileSync(file, 'utf8').split('\n');
  if (first !== header)
    throw new Error(`${file} is no look-up list: make it with npx matricula ops import-schools.`);
  return lines.filter((line) => line !== '').map(parseRecord);
}
