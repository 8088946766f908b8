import { Command } from '@commander-js/extra-typings';

export const init = new Command('init')
  .description('Copies the sample into a folder for your university, and builds from there from now on.')
  .argument('<folder>', 'the new folder, next to this repository')
  .option('--name <text>', "the university's name")
  .option('--short-name <capitals>', 'two to four capitals, with which confirmation numbers begin')
  .option('--domain <name>', "the domain of the university's website")
  .option('--sender <address>', 'the address that mails to applicants come from')
  .option('--state <name>', 'the state that residence questions name')
  .option('--time-zone <name>', 'the time zone of deadlines')
  .addHelpText('after', '\nExample: npx matricula ops init ../ours')
  .action(async (folder, options) => (await import('./init.ts')).initUniversity(folder, options));
