import { Command } from '@commander-js/extra-typings';

const answerKeys = new Command('answer-keys')
  .description('Writes the list of answer keys of the form.')
  .addHelpText('after', '\nExample: npx matricula generate answer-keys')
  .action(async () => (await import('./answer-keys.ts')).writeAnswerKeys());

const commonWords = new Command('common-words')
  .description('Writes the list of words in common passwords from the pinned package.')
  .addHelpText('after', '\nExample: npx matricula generate common-words')
  .action(async () => (await import('./common-words.ts')).writeCommonWords());

const coverage = new Command('coverage')
  .description('Checks that each requirement has a test, and writes a page of both.')
  .option('--out <file>', 'the page to write; without it, the command only checks')
  .addHelpText('after', '\nExample: npx matricula generate coverage --out dist/requirements.md')
  .action(async ({ out }) => (await import('../suites/coverage.ts')).coverage(out));

const generators = [answerKeys, commonWords] as const;

export const generate = new Command('generate')
  .description('Writes all generated files of the repository, or one of them.')
  .addHelpText('after', '\nExample: npx matricula generate answer-keys')
  .action(async () => {
    for (const generator of generators) await generator.parseAsync([], { from: 'user' });
  });
for (const command of [...generators, coverage]) generate.addCommand(command);
