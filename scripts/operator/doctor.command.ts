import { Command, Option } from '@commander-js/extra-typings';
import { wholeNumber } from '../command-line/values.ts';

export const doctor = new Command('doctor')
  .description('Checks an AWS account before a deployment, and prints each problem with its fix.')
  .option('--stage <name>', 'the deployment to check, with your AWS credentials', 'dev')
  .addOption(
    new Option('--applicants <number>', 'applicants per season; quotas must be enough for the peak load')
      .argParser(wholeNumber)
      .default(10_000),
  )
  .option('--json', 'prints JSON instead of lines', false)
  .addHelpText(
    'after',
    '\nThe command changes nothing.\n\nExample: npx matricula ops doctor --stage prod --applicants 100000',
  )
  .action(async (options) => (await import('./doctor.ts')).doctor(options));
