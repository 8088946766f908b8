import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const deleteData = withTarget(
  new Command('delete')
    .description(
      'Deletes all stored data about one applicant: account, application, files. This cannot be undone.',
    )
    .option('--user <email>', "the applicant's email address")
    .option(
      '--over <day>',
      "instead of one applicant, all data past its retention period; the day is today's date in UTC",
    )
    .option('--yes', 'confirms the deletion; without it, the command deletes nothing', false)
    .option('--no-mail', 'sends the applicant no email, because the office has already written'),
)
  .addHelpText('after', '\nExample: npx matricula privacy delete --user ada@example.org --yes --stage prod')
  .action(async (options) => (await import('./erase.ts')).erase(options));
