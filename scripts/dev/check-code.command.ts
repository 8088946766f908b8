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

export const typecheck = onFiles('typecheck')
  .description('Checks all types, and with file names prints only the errors of these files.')
  .addHelpText('after', '\nExample: npm run typecheck -- web/form/page.tsx')
  .action(async (files) => (await import('./typecheck.ts')).typecheck(files));

export const testUnit = onFiles('test:unit')
  .description('Runs Vitest once. A test that needs the cloud builds it first.')
  .addHelpText('after', '\nExample: npm run test:unit -- test/shared')
  .action(async (files) => (await import('./check-code.ts')).testUnit(files));

export const testEndToEnd = onFiles('test:e2e')
  .description('Builds the cloud, and runs the browser tests on it.')
  .addHelpText('after', '\nExample: npm run test:e2e -- test/browser/routes.spec.ts')
  .action(async (files) => (await import('./check-code.ts')).testEndToEnd(files));

export const watch = onFiles('watch')
  .description('Runs Vitest, and again after each edit.')
  .addHelpText('after', '\nExample: npx matricula lab watch test/web')
  .action(async (files) => (await import('./check-code.ts')).testWatch(files));

export const testBrowsers = new Command('browsers')
  .argument('[names...]', 'only these browsers: chromium, firefox, webkit')
  .allowUnknownOption()
  .description('Tests the main flows in Chromium, Firefox and WebKit. Screenshots are in .cache/browsers.')
  .addHelpText('after', '\nExample: npx matricula lab test browsers webkit')
  .action(async (names) => (await import('./check-code.ts')).testBrowsers(names));
