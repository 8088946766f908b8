import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const restoreTest = withTarget(
  new Command('restore-test')
    .description(
      'Restores the table and one document next to the live ones, compares them and measures the time.',
    )
    .option('--yes', 'deletes the restored table and document at the end without a question', false)
    .option('--json', 'prints JSON instead of lines; needs --yes', false),
)
  .addHelpText('after', '\nExample: npx matricula ops restore-test --stage prod')
  .action(async (options) => (await import('./restore-test.ts')).restoreTest(options));
