import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { columns, lineOf, type Place, placeIn } from '../../shared/lookup/place.ts';
import type { LookUpCategory } from '../../shared/rules/look-up.ts';
import { root } from '../build/root.ts';

const header = columns.join('\t');

/** Where the function's build finds the list of a category. */
export const listOf = (category: LookUpCategory): string => join(root, 'data/lookup', `${category}.tsv`);

/** A list as it is kept in `data/lookup`: a header, and a line with tabs for each place. */
export const writeList = (file: string, places: readonly Place[]): void =>
  writeFileSync(file, `${[header, ...places.map(lineOf)].join('\n')}\n`);

export function readList(file: string): readonly Place[] {
  const [first, ...lines] = readFileSync(file, 'utf8').split('\n');
  if (first !== header) throw new Error(`${file} is no look-up list: make it with npm run import-lookup.`);
  return lines.filter((line) => line !== '').map(placeIn);
}
