import { Command } from '@commander-js/extra-typings';
import { filled } from '../command-line/values.ts';
import { withTarget } from './target-options.ts';

export const removeSecondFactor = withTarget(
  new Command('remove-second-factor')
    .description(
      'Removes the lost second factor of an applicant, and logs the applicant out on every device.',
    )
    .requiredOption('--user <email>', "the applicant's email address")
    .requiredOption('--purpose <text>', 'the loss and the proof that you saw, for the audit log', filled),
)
  .addHelpText(
    'after',
    '\nExample: npx matricula privacy remove-second-factor --user ada@example.org --purpose "lost phone, passport shown" --stage prod',
  )
  .action(async (options) => (await import('./remove-second-factor.ts')).removeSecondFactor(options));
