import { Duration, type Stack } from 'aws-cdk-lib';
import { sumOf } from '../constructs/logs.ts';
import { mailReputation } from '../constructs/mail-events.ts';
import type { Alarms } from '../constructs/operator-alarms.ts';
import type { LoggedStateMachine } from '../constructs/state-machine.ts';
import { loggedAlarms } from './logged-alarms.ts';
import { type FunctionGroup, functionGroups, type Watched } from './watched.ts';

const period = Duration.minutes(5);
export const sum = { period, statistic: 'Sum' };
export const percentile = (statistic: 'p50' | 'p95' | 'p99') => ({ period, statistic });

/** Executions that ended without recording an outcome. */
const unfinished = (machine: LoggedStateMachine) =>
  sumOf([machine.metricFailed(sum), machine.metricTimedOut(sum)]);

/** Alarms about what applicants experience. */
const journeyAlarms = ({ data, conversion, applicationPdf, api }: Watched): Alarms => ({
  CallsFail: {
    metric: api.contracts.api.metricServerError(sum),
    threshold: 5,
    impact: 'Applicants see "Something went wrong" when they save or log in.',
    action:
      'find the failing route in the access log, then read the log of its function; after a release, roll back.',
    runbook: 'calls-fail',
    within: 'ApplicantsCannotWork',
  },
  CallsSlow: {
    metric: api.contracts.api.metricLatency(percentile('p99')),
    threshold: 5000,
    impact: 'One call in a hundred keeps an applicant waiting for more than five seconds.',
    action: 'look at the durations and throttles of the functions on the dashboard.',
    runbook: 'calls-slow',
    within: 'Degraded',
  },
  ConversionsStop: {
    metric: unfinished(conversion.machine),
    threshold: 0,
    impact: 'Applicants who uploaded a document wait seven minutes and are told to try again.',
    action: 'open the failed executions of the conversion machine; its log names the step.',
    runbook: 'conversions-stop',
    within: 'ApplicantsCannotWork',
  },
  UploadsMissed: {
    metric: conversion.missedUploads.metricApproximateNumberOfMessagesVisible({
      period,
      statistic: 'Maximum',
    }),
    threshold: 0,
    impact: 'Applicants uploaded files for which no conversion was started.',
    action: 'npx matricula ops redrive --list says why; without --list it starts the conversions.',
    runbook: 'uploads-missed',
  },
  ApplicationPdfsStop: {
    metric: unfinished(applicationPdf.machine),
    threshold: 0,
    impact: 'Applicants wait for the PDF copy of their application and are never told that it failed.',
    action:
      'open the failed executions of the state machine of application PDFs, then read the log of its function.',
    runbook: 'application-pdfs-stop',
    within: 'Degraded',
  },
  TableThrottled: {
    metric: sumOf(
      [
        ...tableOperations.map((operation) => [data.table, operation] as const),
        ...auditOperations.map((operation) => [data.auditTable, operation] as const),
      ].map(([table, Operation]) =>
        table.metric('ThrottledRequests', {
          ...sum,
          dimensionsMap: { TableName: table.tableName, Operation },
        }),
      ),
    ),
    threshold: 0,
    impact: 'Saves take longer or fail, because the table turns requests away.',
    action: 'look for one busy key; on-demand capacity grows by itself within minutes.',
    runbook: 'table-throttled',
    within: 'ApplicantsCannotWork',
  },
});

/** Every operation that the functions call on each table. An alarm can sum at most ten metrics. */
const tableOperations = [
  ...['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'],
];
const auditOperations = ['Query', 'PutItem', 'TransactWriteItems'];

/** Alarms about mail. SES reviews accounts with many bounces or complaints. */
const mailAlarms = ({ data: { mailEvents } }: Watched): Alarms => ({
  MailsBounce: {
    metric: mailEvents.bounces(hourly('Sum')),
    threshold: 20,
    impact: 'Mails to more than 20 applicants came back within an hour: they get no codes and receipts.',
    action: 'find out in SES which domain rejects them.',
    runbook: 'mails-bounce',
  },
  MailsBounceRate: {
    metric: mailReputation('Bounce').with(hourly('Maximum')),
    threshold: 0.05,
    impact: 'More than 5 percent of the mails come back: at 10 percent AWS may stop all mail to applicants.',
    action: 'find out in SES which addresses bounce, and stop what sends to them.',
    runbook: 'mails-bounce',
  },
  MailsMarkedAsSpam: {
    metric: mailReputation('Complaint').with(hourly('Maximum')),
    threshold: 0.001,
    impact: 'More than 0.1 percent of the mails are marked as spam: at 0.5 percent AWS may stop all mail.',
    action: 'find out whether somebody signs up with the addresses of strangers.',
    runbook: 'mails-marked-as-spam',
  },
});

/** Alarms about scheduled work. No applicant is affected yet. */
const scheduleAlarms = ({ backup: { userExport, daily }, delivery }: Watched): Alarms => ({
  ScheduledRunsFail: {
    // Lambda tries a failed run three times within minutes, and the outbox runs every minute.
    metric: sumOf(
      [delivery.outbox, delivery.nightlyExport, userExport].map((each) =>
        each.function.metricErrors(hourly('Sum')),
      ),
      Duration.hours(1),
    ),
    threshold: 2,
    impact:
      'Mails and packages that failed are not sent again, or the files of the night or the list of users are missing.',
    action: 'list the functions that fail, fix what their logs name, and invoke them again.',
    runbook: 'scheduled-runs-fail',
  },
  ...(delivery.sftp && {
    FilesNotSent: {
      metric: unfinished(delivery.sftp.machine),
      threshold: 0,
      impact: 'A system of the university does not have the applications of a night: a day of tries failed.',
      action: "read why in the connector's log, fix it, and redrive the failed executions of the machine.",
      runbook: 'files-not-sent',
    },
  }),
  ...(daily && {
    BackupsFail: {
      metric: sumOf(daily.failures(hourly('Sum')), Duration.hours(1)),
      threshold: 0,
      impact: 'The backup of the table, the documents or the users of today is missing.',
      action: 'read why the job failed in AWS Backup, fix it, and start the job again.',
      runbook: 'backups-fail',
    },
  }),
});

const hourly = (statistic: string) => ({ period: Duration.hours(1), statistic });

/** Every alarm, by name. The filters that count log lines are created in `scope`. */
export const alarms = (scope: Stack, watched: Watched, namespace: string): Alarms => ({
  ...journeyAlarms(watched),
  ...loggedAlarms(scope, watched, namespace),
  ...mailAlarms(watched),
  ...scheduleAlarms(watched),
  ...functionAlarms(functionGroups(watched)),
});

/** Two alarms for each group of functions: errors and throttling. */
const functionAlarms = (groups: Readonly<Record<string, FunctionGroup>>): Alarms =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([name, { functions, impact, within, harmlessThrottles }]) => {
      const each = Object.values(functions);
      return [
        [
          `${name}FunctionsFail`,
          {
            ...{ metric: sumOf(each.map((one) => one.metricErrors(sum))), threshold: 3, impact, within },
            action: 'list the functions that fail, and read their logs; after a release, roll back.',
            runbook: 'functions-fail',
          },
        ],
        [
          `${name}FunctionsThrottled`,
          {
            metric: sumOf(each.map((one) => one.metricThrottles(sum))),
            ...{ threshold: harmlessThrottles, impact, within },
            action: "raise the account's concurrent executions, or a share in lib/config.",
            runbook: 'functions-throttled',
          },
        ],
      ];
    }),
  );
