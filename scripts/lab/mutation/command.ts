import { Command, Option } from '@commander-js/extra-typings';
import { wholeNumber } from '../../command-line/values.ts';

export const mutation = new Command('mutation')
  .description(
    'Makes small changes to a copy of the source, one at a time, and counts those that a test finds.',
  )
  .addOption(
    new Option('--part <name...>', 'only these parts').choices([
      'shared/form',
      'lambdas/table',
      'lambdas/http',
    ]),
  )
  .option('--file <file...>', 'only changes of these files')
  .addOption(
    new Option('--sample <number>', 'the number of changes per part (default: all)').argParser(wholeNumber),
  )
  .addOption(new Option('--seed <number>', 'the choice of the sample').argParser(wholeNumber).default(1))
  .option('--json', 'prints JSON instead of lines', false)
  .addHelpText('after', '\nExample: npx matricula lab mutation --part shared/form --sample 300')
  .action(async (options) => (await import('./index.ts')).mutation(options));
