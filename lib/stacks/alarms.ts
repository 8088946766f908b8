import { Duration } from 'aws-cdk-lib';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { OperatorAlarmProps } from '../constructs/operator-alarm.ts';
import type { ApiStack } from './api-stack.ts';
import type { ApplicationPdfStack } from './application-pdf-stack.ts';
import type { ConversionStack } from './conversion-stack.ts';
import type { DataStack } from './data-stack.ts';

export interface Watched {
  readonly data: DataStack;
  readonly conversion: ConversionStack;
  readonly applicationPdf: ApplicationPdfStack;
  readonly api: ApiStack;
}

export type Alarms = Readonly<Record<string, Omit<OperatorAlarmProps, 'topic'>>>;

const period = Duration.minutes(5);
export const sum = { period, statistic: 'Sum' };
export const percentile = (statistic: 'p50' | 'p95' | 'p99') => ({ period, statistic });

/** Alarms about what applicants experience. */
export const journeyAlarms = ({ data, conversion, applicationPdf, api }: Watched): Alarms => ({
  CallsFail: {
    metric: api.contracts.api.metricServerError(sum),
    threshold: 5,
    impact: 'Applicants see "Something went wrong" when they save or log in.',
    action:
      'find the failing route in the access log, then read the log of its function; after a release, roll back.',
  },
  CallsSlow: {
    metric: api.contracts.api.metricLatency(percentile('p99')),
    threshold: 5000,
    impact: 'One call in a hundred keeps an applicant waiting for more than five seconds.',
    action: 'look at the durations and throttles of the functions on the dashboard.',
  },
  ConversionsFail: {
    metric: conversion.machine.metricFailed(sum),
    threshold: 3,
    impact: 'Applicants who uploaded a document wait three minutes and are told to try again.',
    action: 'open the failed executions of the conversion machine; its log names the step.',
  },
  ConversionsTimeOut: {
    metric: conversion.machine.metricTimedOut(sum),
    threshold: 0,
    impact: 'An applicant waited for a document that never became a PDF.',
    action: 'look for throttles of the converters; on a busy evening raise their concurrency in lib/config.',
  },
  UploadsMissed: {
    metric: conversion.missedUploads.metricApproximateNumberOfMessagesVisible({
      period,
      statistic: 'Maximum',
    }),
    threshold: 0,
    impact: 'Applicants uploaded files for which no conversion was started.',
    action: 'read the messages of the queue MissedUploads, they say why; the applicants can upload again.',
  },
  CopiesFail: {
    metric: applicationPdf.machine.metricFailed(sum),
    threshold: 0,
    impact: 'Applicants cannot get the PDF copy of their application.',
    action: 'open the failed executions of the copy machine, then read the log of its function.',
  },
  TableThrottled: {
    metric: data.table.metricThrottledRequestsForOperations({ operations: tableOperations, ...sum }),
    threshold: 0,
    impact: 'Saves take longer or fail, because the table turns requests away.',
    action: 'look for one busy key; on-demand capacity grows by itself within minutes.',
  },
});

const tableOperations = [
  Operation.GET_ITEM,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.QUERY,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** Alarms about each function: it fails, or it is throttled. */
export const functionAlarms = (functions: Readonly<Record<string, WatchedFunction>>): Alarms =>
  Object.fromEntries(
    Object.entries(functions).flatMap(([name, { function: each, impact }]) => [
      [`${name}Errors`, { metric: each.metricErrors(sum), threshold: 3, impact, action: readItsLog(name) }],
      [
        `${name}Throttled`,
        { metric: each.metricThrottles(sum), threshold: 0, impact, action: makeRoom(name) },
      ],
    ]),
  );

const readItsLog = (name: string) => `read the log of ${name} around this time; after a release, roll back.`;
const makeRoom = (name: string) =>
  `${name} is turned away: raise the account's concurrent executions, or its share in lib/config.`;

export interface WatchedFunction {
  readonly function: IFunction;
  readonly impact: string;
}

/** Every function, and what users experience when it fails. */
export function watchedFunctions({
  data,
  conversion,
  applicationPdf,
  api,
}: Watched): Readonly<Record<string, WatchedFunction>> {
  const { inspect, convert, office, record } = conversion.functions;
  return {
    ...Object.fromEntries(
      Object.entries(api.contracts.functions).map(([group, { function: each }]) => [
        `Api-${group}`,
        { function: each, hurts: `Applicants' calls of shared/api/${group} fail.` },
      ]),
    ),
    Operator: {
      function: api.operator.function,
      impact: 'Staff get no links to applications.',
    },
    AccountMail: {
      function: data.accountMail.function,
      impact: 'Applicants get no codes: nobody can sign up or reset a password.',
    },
    Inspect: { function: inspect.function, impact: 'Uploaded documents of every kind stay unconverted.' },
    Convert: { function: convert.function, impact: 'Uploaded images and PDFs cannot be converted.' },
    Office: { function: office.function, impact: 'Uploaded Word documents cannot be converted.' },
    Record: { function: record.function, impact: 'Applicants wait for documents that are long converted.' },
    Copy: {
      function: applicationPdf.make.function,
      impact: 'Applicants cannot get the PDF copy of their application.',
    },
  };
}
