import { Command, Option } from '@commander-js/extra-typings';
import { day, wholeNumber } from '../command-line/values.ts';
import { withTarget } from './target-options.ts';

const since = new Option('--since <day>', 'the first day in UTC (default: 30 days ago)').argParser(day);
const until = new Option('--until <day>', 'the last day in UTC (default: today)').argParser(day);

export const list = withTarget(
  new Command('list')
    .description('Lists applications by the day of submission or by family name.')
    .addOption(
      new Option('--status <status>', 'draft lists unsubmitted applications by their first day')
        .choices(['submitted', 'draft'])
        .default('submitted'),
    )
    .addOption(since)
    .addOption(until)
    .option('--name <text>', 'the first letters of the family name, at least two; replaces the days')
    .option('--missing <item>', 'only submitted applications that still need this checklist item')
    .addOption(
      new Option('--limit <number>', 'the maximum number of rows').argParser(wholeNumber).default(50),
    )
    .option('--after <place>', 'continues an earlier list from the place that it printed')
    .option('--json', 'prints JSON instead of a table', false),
)
  .addHelpText(
    'after',
    '\nThe audit log records each list.\n\nExample: npx matricula staff list --missing transcript --since 2026-11-01 --stage prod',
  )
  .action(async (options) => (await import('./applications.ts')).list(options));

export const show = withTarget(
  new Command('show')
    .description('Shows the status, times, checklist and documents of one application.')
    .option('--user <email>', "the applicant's email address")
    .option('--confirmation <number>', 'the number on the receipt')
    .option('--json', 'prints JSON instead of a table', false),
)
  .addHelpText('after', '\nExample: npx matricula staff show --confirmation NLU-7K4Q29XW --stage prod')
  .action(async (options) => (await import('./applications.ts')).show(options));
