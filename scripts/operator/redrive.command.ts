import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const redrive = withTarget(
  new Command('redrive')
    .description('Retries mails, packages and events that failed, and missed conversions of uploaded files.')
    .option('--list', 'lists what is not sent, with errors, and retries nothing', false)
    .option('--user <email>', 'only what names this address, even if its next retry is not due')
    .option('--json', 'prints JSON instead of lines', false),
)
  .addHelpText('after', '\nExample: npx matricula ops redrive --list --stage prod')
  .action(async (options) => (await import('./redrive.ts')).redrive(options));
