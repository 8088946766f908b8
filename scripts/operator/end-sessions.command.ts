import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const revokeSessions = withTarget(
  new Command('end-sessions')
    .description('Logs an applicant out on every device.')
    .requiredOption('--user <email>', "the applicant's email address"),
)
  .addHelpText('after', '\nExample: npx matricula privacy end-sessions --user ada@example.org --stage prod')
  .action(async (options) => (await import('./end-sessions.ts')).revokeSessions(options));
