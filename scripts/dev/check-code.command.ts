import { Command } from '@commander-js/extra-typings';

/** Passes unknown options on to the tool. */
const onFiles = (name: string) =>
  new Command(name).argument('[files...]', 'only these files and folders').allowUnknownOption();

export const lint = onFiles('lint')
  .description('Checks style and import rules, and without file names also unused code.')
  .addHelpText('after', '\nExample: npm run lint -- web/form')
  .action(async (files) => (await import('./check-code.ts')).lint(files));

export const format = onFiles('format')
  .description('Formats files with Biome.')
  .addHelpText('after', '\nExample: npm run format -- web/form')
  .action(async (files) => (await import('./check-code.ts')).format(files));

export const typecheck = new Command('typecheck')
  .description('Checks all types.')
  .addHelpText('after', '\nExample: npm run typecheck')
  .action(async () => (await import('./check-code.ts')).typecheck());

export const testUnit = onFiles('test:unit')
  .description('Runs Vitest once. A test that needs the cloud builds it first.')
  .addHelpText('after', '\nExample: npm run test:unit -- test/shared')
  .action(async (files) => (await import('./check-code.ts')).testUnit(files));

export const testEndToEnd = onFiles('test:e2e')
  .description('Builds the cloud, and runs the browser tests on it.')
  .addHelpText('after', '\nExample: npm run test:e2e -- test/browser/routes.spec.ts')
  .action(async (files) => (await import('./check-code.ts')).testEndToEnd(files));
