import { Command } from '@commander-js/extra-typings';

export const bench = new Command('bench')
  .description('Measures times and sizes, and prints them next to their budgets.')
  .argument('[names...]', 'only these measurements')
  .addHelpText('after', '\nExample: npx matricula lab bench "first load" functions')
  .action(async (names) => (await import('./index.ts')).bench(names));
