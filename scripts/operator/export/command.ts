import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { exportFormats } from '../../../shared/export/format-names.ts';
import { day, wholeNumber } from '../../command-line/values.ts';
import { withTarget } from '../target-options.ts';

/** Maximum size of a ZIP file without extensions: 4 GB. */
const maxZipMegabytes = 4_000;

function zipMegabytes(text: string): number {
  const size = wholeNumber(text);
  if (size > maxZipMegabytes) throw new InvalidArgumentError(`at most ${maxZipMegabytes}.`);
  return size;
}

export const exportCommand = withTarget(
  new Command('export')
    .description('Writes submitted applications into files for other systems.')
    .requiredOption('--out <folder>', 'the folder to write to; an interrupted export there continues')
    .addOption(new Option('--since <day>', 'the first day of submission in UTC').argParser(day))
    .option(
      '--cursor <file>',
      'starts after the last export with this file, and records the end of this export in it',
    )
    .addOption(
      new Option('--format <name>', 'json has one application per line; others are tables')
        .choices(exportFormats)
        .default('csv'),
    )
    .option(
      '--changes',
      'exports applications that changed after submission, without PDFs, and erased.csv with the deleted ones; needs its own --cursor',
      false,
    )
    .option('--without-pdfs', 'writes no application PDFs', false)
    .addOption(
      new Option('--zip-megabytes <number>', 'the maximum size of each ZIP file of PDFs')
        .argParser(zipMegabytes)
        .default(250),
    ),
)
  .addHelpText(
    'after',
    '\nExample: npx matricula staff export --since 2026-11-01 --out november --stage prod',
  )
  .action(async (options) => (await import('./index.ts')).exportApplications(options));
