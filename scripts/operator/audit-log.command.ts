import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const auditLog = withTarget(
  new Command('audit-log')
    .description(
      'Prints the audit log of one account and application: each event with its time, network address and actor.',
    )
    .option('--user <email>', "the applicant's email address")
    .option('--operators', "instead of one applicant, operators' actions that concern no applicant", false)
    .option('--json', 'prints JSON instead of lines', false),
)
  .addHelpText(
    'after',
    '\nThe audit log also records that you read it.\n\nExample: npx matricula privacy audit-log --user ada@example.org --stage prod',
  )
  .action(async (options) => (await import('./audit-log.ts')).auditLog(options));
