import { Command } from '@commander-js/extra-typings';

export const bench = new Command('bench')
  .description('Measures times and sizes, and prints them next to their budgets.')
  .argument('[names...]', 'only these measurements')
  .option('--peers', 'the form in the browser, and the same form in other libraries')
  .addHelpText('after', '\nExample: npx matricula lab bench "first load" functions')
  .action(async (names, { peers }) => {
    if (peers) await (await import('../peers/index.ts')).benchPeers();
    else await (await import('./index.ts')).bench(names);
  });
