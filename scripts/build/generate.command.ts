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

const apiReference = new Command('api-reference')
  .description('Writes docs/api.json, the HTTP API in OpenAPI.')
  .addHelpText('after', '\nExample: npx matricula generate api-reference')
  .action(async () => (await import('./api-reference.ts')).writeApiReference());

const coverage = new Command('coverage')
  .description('Checks that each requirement has a test, and writes a page of both.')
  .option('--out <file>', 'the page to write; without it, the command only checks')
  .addHelpText('after', '\nExample: npx matricula generate coverage --out dist/requirements.md')
  .action(async ({ out }) => (await import('../suites/coverage.ts')).coverage(out));

const mappings = new Command('mappings')
  .description('Checks the mapping files of partners, and writes them for functions and commands.')
  .addHelpText('after', '\nExample: npx matricula generate mappings')
  .action(async () => (await import('./mappings.ts')).writeMappings());

const importRules = new Command('import-rules')
  .description('Writes biome.imports.json from the table of modules in ARCHITECTURE.md.')
  .addHelpText('after', '\nExample: npx matricula generate import-rules')
  .action(async () => (await import('./import-rules.ts')).writeImportRules());

const commands = new Command('commands')
  .description('Writes the table of commands in docs/commands.md.')
  .addHelpText('after', '\nExample: npx matricula generate commands')
  .action(async (_, command) => {
    const { writeCommandTable } = await import('../command-line/command-table.ts');
    writeCommandTable(rootOf(command));
  });

const generators = [
  ...[answerKeys, commonWords, packageSchema, mappings, apiReference, importRules, commands],
] as const;

export const generate = new Command('generate')
  .description('Writes all generated files of the repository, or one of them.')
  .addHelpText('after', '\nExample: npx matricula generate package-schema')
  .action(async () => {
    for (const generator of generators) await generator.parseAsync([], { from: 'user' });
  });
for (const command of [...generators, coverage]) generate.addCommand(command);
