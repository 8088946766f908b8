import { Command, Option } from '@commander-js/extra-typings';
import { day } from '../command-line/values.ts';
import { withTarget } from './target-options.ts';

export const nightly = withTarget(
  new Command('nightly')
    .description('Rehearses the nightly export: writes its files now. In production, it only counts.')
    .addOption(
      new Option(
        '--date <day>',
        'the night that ends on this day at 06:30 UTC (default: from the last night until two minutes ago)',
      ).argParser(day),
    )
    .option('--dry-run', 'counts rows, and writes nothing', false)
    .option('--out <folder>', 'also downloads the files into this folder')
    .option('--json', 'prints JSON instead of lines', false),
)
  .addHelpText(
    'after',
    '\nA rehearsal never changes where the next night begins. The audit log records it.\n\nExample: npx matricula staff nightly --date 2027-01-15 --stage dev',
  )
  .action(async (options) => (await import('./nightly.ts')).rehearse(options));
