import { Command } from '@commander-js/extra-typings';

export const screenshots = new Command('screenshots')
  .description('Takes pictures of every screen into .cache/screens, and renews those in docs/screens.')
  .argument('[names...]', 'only these screenshots')
  .addHelpText('after', '\nExample: npx matricula lab screenshots login help')
  .action(async (names) => (await import('./index.ts')).screenshots(names));
