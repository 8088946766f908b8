import { parseArgs } from 'node:util';
import { lookupCategories } from '../../../shared/rules/lookup.ts';
import { readOptions } from '../../command-line/options.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { type Imported, importFile, joined, readCodes } from './import-file.ts';
import { listOf, writeList } from './lists.ts';

const optionsIn = (args: readonly string[]) =>
  readOptions('import-lookup', () => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { category: { type: 'string' }, codes: { type: 'string' }, out: { type: 'string' } },
    });
    const category = lookupCategories.find((each) => each === values.category);
    if (category === undefined)
      throw new Error(`Name a category: --category ${lookupCategories.join(', ')}.`);
    if (positionals.length === 0) throw new Error('Name at least one CSV file.');
    return { ...values, category, files: positionals };
  });

function* report(file: string, { source, places, refused, leftOut }: Imported): Generator<string> {
  yield `${file} (${source}): ${places.length} places`;
  for (const [reason, count] of Object.entries(leftOut)) yield `  ${count} left out: ${reason}`;
  for (const { line, reason } of refused) yield `  line ${line} refused: ${reason}`;
}

/** npm run import-lookup: makes the look-up list of one category from one or more CSV files, and says what it refused. */
export async function importLookup(args: readonly string[]): Promise<void> {
  const { category, files, codes, out = listOf(category) } = optionsIn(args);
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
