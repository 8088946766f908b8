import { Command, Option } from '@commander-js/extra-typings';
import { portNumber, wholeNumber } from '../../command-line/values.ts';

export const load = new Command('load')
  .description(
    'Sends the calls of peak load in rising steps until the product rejects some, and checks its promises.',
  )
  .addOption(
    new Option(
      '--steps <rates>',
      'calls per second of each step, such as 50,100,200 (default: doubles from 25 until two steps are above the limit)',
    ).argParser((rates) => rates.split(',').map(wholeNumber)),
  )
  .addOption(new Option('--seconds <number>', 'the length of each step').argParser(wholeNumber).default(15))
  .addOption(
    new Option('--applicants <number>', 'applicants at the same time').argParser(wholeNumber).default(120),
  )
  .addOption(
    new Option('--executions <number>', 'the limit of concurrent executions of the account (default: 1000)')
      .argParser(wholeNumber)
      .conflicts('port'),
  )
  .addOption(
    new Option(
      '--seed <number>',
      'repeats the applicants of an earlier run as far as timing allows',
    ).argParser(wholeNumber),
  )
  .addOption(
    new Option('--port <number>', 'a running local cloud instead of a separate one').argParser(portNumber),
  )
  .option('--json', 'prints JSON instead of a table', false)
  .addHelpText('after', '\nExample: npx matricula lab load --steps 50,100,200,400 --applicants 300')
  .action(async (options) => (await import('./index.ts')).load(options));
