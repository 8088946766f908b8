import type { LookupCategory } from '../../../shared/rules/lookup.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { type Imported, importFile, joined, readCodes } from './import-file.ts';
import { listOf, writeList } from './lists.ts';

function* report(file: string, { source, places, refused, leftOut }: Imported): Generator<string> {
  yield `${file} (${source}): ${places.length} places`;
  for (const [reason, count] of Object.entries(leftOut)) yield `  ${count} left out: ${reason}`;
  for (const { line, reason } of refused) yield `  line ${line} refused: ${reason}`;
}

interface Options {
  readonly category: LookupCategory;
  readonly codes?: string;
  readonly out?: string;
}

/** Builds the look-up list of one category from CSV files, and prints every row that it rejects. */
export async function importLookup(
  files: readonly string[],
  { category, codes, out = listOf(category) }: Options,
): Promise<void> {
  const known = codes === undefined ? new Map<string, string>() : readCodes(codes);
  const all = files.map((file) => [file, importFile(file, category, known)] as const);
  for (const [file, imported] of all) for (const line of report(file, imported)) console.log(line);
  const { places, repeated } = joined(all.map(([, imported]) => imported));
  for (const line of repeated)
    console.log(`  refused, because its id was there before: ${line.replaceAll('\t', ' | ')}`);
  if (places.length === 0) throw new UsageError('No place is left to import; the list stays as it was.');
  writeList(out, places);
  const coded = places.filter(({ ceeb }) => ceeb !== '').length;
  console.log(`${places.length} places, ${coded} of them with a CEEB code, are in ${out}.`);
}
