import { Command } from '@commander-js/extra-typings';

export const packageSchema = new Command('package-schema')
  .description(
    'Writes the JSON Schema of application.json of each university, or compares two versions of it.',
  )
  .option('--compare <file>', 'prints the changes since this earlier schema, and writes nothing')
  .option('--with <file>', 'the later schema (default: the current form of the same university)')
  .option('--json', 'prints JSON instead of lines', false)
  .addHelpText(
    'after',
    '\nExample: npx matricula generate package-schema --compare docs/schemas/northern-lakes.json',
  )
  .action(async (options) => (await import('./package-schema.ts')).packageSchema(options));
