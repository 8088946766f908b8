import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { packageSchema } from './package-schema.command.ts';

const rootOf = (command: CommandUnknownOpts): CommandUnknownOpts =>
  command.parent === null ? command : rootOf(command.parent);

const answerKeys = new Command('answer-keys')
  .description('Writes the list of answer keys of the form.')
  .addHelpText('after', '\nExample: npx matricula generate answer-keys')
  .action(async () => (await import('./answer-keys.ts')).writeAnswerKeys());

const commonWords = new Command('common-words')
  .description('Writes the list of words in common passwords from the pinned package.')
  .addHelpText('after', '\nExample: npx matricula generate common-words')
  .action(async () => (await import('./common-words.ts')).writeCommonWords());

const coverage = new Command('coverage')
  .description('Writes docs/coverage.md: each requirement with its tests.')
  .addHelpText('after', '\nExample: npx matricula generate coverage')
  .action(async () => (await import('../suites/coverage.ts')).writeCoverage());

const commands = new Command('commands')
  .description('Writes the table of commands in docs/commands.md.')
  .addHelpText('after', '\nExample: npx matricula generate commands')
  .action(async (_, command) => {
    const { writeCommandTable } = await import('../command-line/command-table.ts');
    writeCommandTable(rootOf(command));
  });

const generators = [answerKeys, commonWords, packageSchema, coverage, commands] as const;

export const generate = new Command('generate')
  .description('Writes all generated files, or one of them.')
  .addHelpText('after', '\nExample: npx matricula generate package-schema')
  .action(async () => {
    for (const generator of generators) await generator.parseAsync([], { from: 'user' });
  });
for (const generator of generators) generate.addCommand(generator);
