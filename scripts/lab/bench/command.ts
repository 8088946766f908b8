import { Command } from '@commander-js/extra-typings';

export const bench = new Command('bench')
  .description('Measures times and sizes of the form, and of the same page without scripts.')
  .addHelpText('after', '\nExample: npm run bench')
  .action(async () => (await import('./index.ts')).bench());
