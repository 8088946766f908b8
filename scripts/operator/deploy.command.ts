import { Command } from '@commander-js/extra-typings';

export const deploy = new Command('deploy')
  .description('Checks and deploys a stage: settings, account, bootstrap, changes, deployment.')
  .requiredOption('--stage <name>', 'the deployment, with your AWS credentials')
  .option('--yes', 'asks nothing, as in a pipeline', false)
  .option('--user <email>', 'runs the smoke test with this account afterwards (ops smoke)')
  .addHelpText(
    'after',
    '\nAn interrupted deployment continues when you repeat the command.\n\nExample: npx matricula ops deploy --stage dev',
  )
  .action(async (options) => (await import('./deploy.ts')).deploy(options));

export const destroy = new Command('destroy')
  .description('Removes a stage. It says what is kept and what is lost, and asks for the name of the stage.')
  .requiredOption('--stage <name>', 'the deployment, with your AWS credentials')
  .addHelpText('after', '\nExample: npx matricula ops destroy --stage dev')
  .action(async (options) => (await import('./destroy.ts')).destroy(options));
