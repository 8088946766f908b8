import { Command, Option } from '@commander-js/extra-typings';
import { wholeNumber } from '../../command-line/values.ts';

export const chaos = new Command('chaos')
  .description(
    'Kills the product repeatedly while applicants work, and compares its stored data with its responses.',
  )
  .addOption(new Option('--kills <number>', 'the number of kills').argParser(wholeNumber).default(20))
  .addOption(
    new Option('--applicants <number>', 'applicants at the same time').argParser(wholeNumber).default(3),
  )
  .addOption(
    new Option('--seed <number>', 'repeats an earlier run as far as timing allows').argParser(wholeNumber),
  )
  .option('--json', 'prints JSON instead of lines', false)
  .addHelpText('after', '\nExample: npx matricula lab chaos --kills 200')
  .action(async (options) => (await import('./index.ts')).chaos(options));
