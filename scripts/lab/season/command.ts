import { Command, Option } from '@commander-js/extra-typings';
import { wholeNumber } from '../../command-line/values.ts';

export const season = new Command('season')
  .description('Simulates the last day before a deadline, and prints the settings and quotas that it needs.')
  .addOption(
    new Option('--applicants <number>', 'applicants per season').argParser(wholeNumber).default(10_000),
  )
  .option('--stage <name>', 'the deployment whose settings are compared', 'prod')
  .option('--measure', 'first measures one applicant again, for this command and ops doctor', false)
  .addHelpText('after', '\nExample: npx matricula lab season --applicants 1000000')
  .action(async (options) => (await import('./index.ts')).season(options));
