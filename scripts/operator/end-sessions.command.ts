import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const revokeSessions = withTarget(
  new Command('end-sessions')
    .description('Logs an applicant or a person of the staff out on every device.')
    .option('--user <email>', "the applicant's email address")
    .option('--staff <id>', 'the id of a person of the staff, in brackets after the name in the audit log'),
)
  .addHelpText('after', '\nExample: npx matricula privacy end-sessions --user ada@example.org --stage prod')
  .action(async (options) => (await import('./end-sessions.ts')).revokeSessions(options));
