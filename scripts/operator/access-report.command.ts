import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const accessReport = withTarget(
  new Command('access-report')
    .description(
      'Writes all stored data about one applicant into a folder: a page to read, the same as JSON, and the files.',
    )
    .requiredOption('--user <email>', "the applicant's email address")
    .requiredOption('--out <folder>', 'an empty or new folder for the report'),
)
  .addHelpText(
    'after',
    '\nThe audit log records the request.\n\nExample: npx matricula privacy access-report --user ada@example.org --out ada --stage prod',
  )
  .action(async (options) => (await import('./access-report.ts')).accessReport(options));
