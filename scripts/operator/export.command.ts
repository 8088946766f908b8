import { Command, Option } from '@commander-js/extra-typings';
import { exportFormats } from '../../shared/export/format-names.ts';
import { day } from '../command-line/values.ts';
import { withTarget } from './target-options.ts';

export const exportCommand = withTarget(
  new Command('export')
    .description('Writes submitted applications into files for other systems.')
    .requiredOption('--out <folder>', 'an empty folder to write to')
    .addOption(
      new Option('--since <day>', 'the first day of submission in UTC').argParser(day).makeOptionMandatory(),
    )
    .addOption(
      new Option('--format <name>', 'json has one application per line; others are tables')
        .choices(exportFormats)
        .default('csv'),
    )
    .option('--without-pdfs', 'writes no application PDFs', false),
)
  .addHelpText(
    'after',
    '\nExample: npx matricula staff export --since 2026-11-01 --out november --stage prod',
  )
  .action(async (options) => (await import('./export.ts')).exportApplications(options));
