import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const smoke = withTarget(
  new Command('smoke')
    .description('Runs the smoke test as an applicant on a running site. It submits nothing.')
    .option('--url <url>', 'the address of a deployment, instead of --stage')
    .option('--api <url>', 'the direct address of its API, which must be closed; --stage finds it')
    .option(
      '--user <email>',
      'a confirmed account for this test; its password is in the environment variable SMOKE_PASSWORD. The local cloud creates an account',
    )
    .option('--json', 'prints JSON instead of lines', false),
)
  .addHelpText(
    'after',
    '\nExample: npx matricula ops smoke --url https://apply.example.edu --user smoke@example.edu',
  )
  .action(async (options) => (await import('./smoke.ts')).smoke(options));
