import { Command, Option } from '@commander-js/extra-typings';
import { wholeNumber } from '../../command-line/values.ts';

export const cost = new Command('cost')
  .description('Estimates the cost of a season on AWS from the calls of one applicant and public prices.')
  .addOption(
    new Option('--applicants <number>', 'applicants per season').argParser(wholeNumber).default(10_000),
  )
  .addHelpText('after', '\nExample: npx matricula lab cost --applicants 20000')
  .action(async ({ applicants }) => (await import('./index.ts')).cost(applicants));
