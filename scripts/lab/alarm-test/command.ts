import { Command, Option } from '@commander-js/extra-typings';

const parts = [
  'mail',
  'staff sign-in',
  'log-in',
  'attempts',
  'late receipts',
  'packages',
  'converter',
  'table',
  'slow calls',
  'api',
  'state machine',
  'look-up',
  'crowd',
  'concurrency',
  'application PDF',
  'application PDF machine',
  'ZIP files',
  'pages',
  'disk',
  'edge',
  'search for late receipts',
  'erasures',
  'retention',
  'mailboxes',
  'list of users',
  'events',
] as const;

export const alarmTest = new Command('alarm-test')
  .description('Breaks each part of a separate local cloud in turn, and prints the alarms that fire.')
  .addOption(new Option('--part <name...>', 'only these parts').choices(parts))
  .option('--json', 'prints JSON instead of lines', false)
  .addHelpText('after', '\nExample: npx matricula lab alarm-test --part mail --part converter')
  .action(async (options) => (await import('./index.ts')).alarmTest(options));
