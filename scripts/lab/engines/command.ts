import { Argument, Command } from '@commander-js/extra-typings';

export const testEngines = new Command('engines')
  .description(
    'Checks templates and functions with third-party tools, and lists the tools that are not installed.',
  )
  .addArgument(
    new Argument('[parts...]', 'only these parts').choices(['cfn-lint', 'schemas', 'release', 'moto']),
  )
  .option('--base <revision>', 'the revision that release compares with (default: the last tag)')
  .addHelpText('after', '\nExample: npx matricula lab test engines release --base v0.1.0')
  .action(async (parts, options) => (await import('./index.ts')).testEngines(parts, options));

export const testMoto = new Command('moto')
  .description(
    'Runs an application from sign-up to log-out in the built functions on moto, which simulates AWS.',
  )
  .addHelpText('after', '\nExample: npx matricula lab test moto')
  .action(async () => (await import('./index.ts')).testEngines(['moto'], {}));
