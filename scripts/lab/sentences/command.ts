import { Command } from '@commander-js/extra-typings';

export const sentences = new Command('sentences')
  .description('Prints every sentence that an applicant can read, with its file and line.')
  .option('--partner <id>', 'the university (default: the first partner)')
  .addHelpText('after', '\nExample: npx matricula lab sentences --partner northern-lakes')
  .action(async (options) => (await import('./index.ts')).printSentences(options));
