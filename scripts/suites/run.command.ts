import { Command } from '@commander-js/extra-typings';

export const test = new Command('test')
  .description('Checks style and types, builds, and tests the product.')
  .addHelpText('after', '\nExample: npm test')
  .action(async () => (await import('./run.ts')).runSuite('test'));

export const testAll = new Command('test:all')
  .description('Runs npm test, then all other tests that CI runs.')
  .addHelpText('after', '\nExample: npm run test:all')
  .action(async () => (await import('./run-all.ts')).runAll());

export const testPages = new Command('pages')
  .description('Tests every page at several widths for accessibility, overflow and layout shift.')
  .addHelpText('after', '\nExample: npx matricula lab test pages')
  .action(async () => (await import('./run.ts')).runSuite('pages'));

export const testTools = new Command('tools')
  .description('Tests the commands for developers and operators, and the local cloud.')
  .addHelpText('after', '\nExample: npx matricula lab test tools')
  .action(async () => (await import('./run.ts')).runSuite('tools'));

export const testEngines = new Command('engines')
  .description(
    'Checks templates with cfn-lint, and the built functions on moto; skips what is not installed.',
  )
  .addHelpText('after', '\nExample: npx matricula lab test engines')
  .action(async () => (await import('./run.ts')).runSuite('engines'));
