import { Command } from '@commander-js/extra-typings';

export const securityChecks = new Command('security-checks')
  .description(
    'Disables each security check, one at a time in a copy of the source, and prints the test that fails.',
  )
  .option('--check <name...>', 'only these checks of scripts/lab/security-checks')
  .option('--json', 'prints JSON instead of lines', false)
  .addHelpText(
    'after',
    '\nExample: npx matricula lab security-checks --check "foreign sites" --check "log-in throttle"',
  )
  .action(async (options) => (await import('./index.ts')).securityChecksCommand(options));
