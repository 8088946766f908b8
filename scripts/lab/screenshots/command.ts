import { Command } from '@commander-js/extra-typings';

export const screenshots = new Command('screenshots')
  .description('Renews the pictures of the documentation in docs/screens.')
  .addHelpText('after', '\nExample: npx matricula lab screenshots')
  .action(async () => (await import('./index.ts')).screenshots());
