import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const importUsers = withTarget(
  new Command('import-users')
    .description('Creates the users of a daily list again, linked to their applications.')
    .argument('<file>', 'a JSON Lines file from the bucket UserExportsBucket'),
)
  .addHelpText(
    'after',
    '\nEach user chooses a new password with "Forgot password?".\n\nExample: npx matricula ops import-users 2026-11-22.jsonl --stage prod',
  )
  .action(async (file, options) => (await import('./import-users.ts')).importUsers(file, options));
