import { Command, Option } from '@commander-js/extra-typings';

export const importSchools = new Command('import-schools')
  .description(
    'Builds the look-up list of one category from CSV files, and prints every row that it rejects.',
  )
  .argument('<files...>', 'the CSV files')
  .addOption(
    new Option('--category <name>', 'the look-up list')
      .choices(['hs_ceeb', 'college_ceeb', 'address'])
      .makeOptionMandatory(),
  )
  .option('--codes <file>', 'a CSV file with the CEEB code of each id')
  .option(
    '--out <file>',
    'the list to write (default: the file of the category in the folder of your university)',
  )
  .addHelpText('after', '\nExample: npx matricula ops import-schools --category college_ceeb hd2025.csv')
  .action(async (files, options) => (await import('./index.ts')).importLookup(files, options));
