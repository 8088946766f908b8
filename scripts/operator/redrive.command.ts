import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const redrive = withTarget(
  new Command('redrive')
    .description('Retries failed deliveries to the university, and missed conversions of uploaded files.')
    .option('--list', 'lists pending deliveries and their errors, and retries nothing', false)
    .option('--user <email>', 'only the delivery of this applicant, even if its next retry is not due')
    .option('--json', 'prints JSON instead of lines', false),
)
  .addHelpText('after', '\nExample: npx matricula ops redrive --list --stage prod')
  .action(async (options) => (await import('./redrive.ts')).redrive(options));
