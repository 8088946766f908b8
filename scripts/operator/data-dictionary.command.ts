import { Command } from '@commander-js/extra-typings';

export const dictionary = new Command('dictionary')
  .description('Prints every answer key of the form as a Markdown table.')
  .option('--json', 'prints JSON instead of a table', false)
  .addHelpText('after', '\nExample: npx matricula staff dictionary --json')
  .action(async (options) => (await import('./data-dictionary.ts')).writeDataDictionary(options));
