import { Duration } from 'aws-cdk-lib';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { SpokenAlarmProps } from '../constructs/spoken-alarm.ts';
import type { ApiStack } from './api-stack.ts';
import type { ConversionStack } from './conversion-stack.ts';
import type { CopyStack } from './copy-stack.ts';
import type { DataStack } from './data-stack.ts';

export interface Watched {
  readonly data: DataStack;
  readonly conversion: ConversionStack;
  readonly copy: CopyStack;
  readonly api: ApiStack;
}

export type Warnings = Readonly<Record<string, Omit<SpokenAlarmProps, 'tell'>>>;

const period = Duration.minutes(5);
export const sum = { period, statistic: 'Sum' };
export const percentile = (statistic: 'p50' | 'p95' | 'p99') => ({ period, statistic });

/** What can go wrong on an applicant's way. */
export const flowWarnings = ({ data, conversion, copy, api }: Watched): Warnings => ({
  CallsFail: {
    metric: api.contracts.api.metricServerError(sum),
    above: 5,
    hurts: 'Applicants see "Something went wrong" when they save or log in.',
    act: 'find the failing route in the access log, then read the log of its function; after a release, roll back.',
  },
  CallsSlow: {
    metric: api.contracts.api.metricLatency(percentile('p99')),
    above: 5000,
    hurts: 'One call in a hundred keeps an applicant waiting for more than five seconds.',
    act: 'look at the durations and throttles of the functions on the dashboard.',
  },
  ConversionsFail: {
    metric: conversion.machine.metricFailed(sum),
    above: 3,
    hurts: 'Applicants who uploaded a document wait 90 seconds and are told to try again.',
    act: 'open the failed executions of the conversion machine; its log names the step.',
  },
  ConversionsTimeOut: {
    metric: conversion.machine.metricTimedOut(sum),
    above: 0,
    hurts: 'An applicant waited for a document that never became a PDF.',
    act: 'look for throttles of the converters; on a busy evening raise their concurrency in lib/config.',
  },
  UploadsMissed: {
    metric: conversion.missedUploads.metricApproximateNumberOfMessagesVisible({
      period,
      statistic: 'Maximum',
    }),
    above: 0,
    hurts: 'Applicants uploaded files for which no conversion was started.',
    act: 'read the messages of the queue MissedUploads, they say why; the applicants can upload again.',
  },
  CopiesFail: {
    metric: copy.machine.metricFailed(sum),
    above: 0,
    hurts: 'Applicants cannot get the PDF copy of their application.',
    act: 'open the failed executions of the copy machine, then read the log of its function.',
  },
  TableThrottled: {
    metric: data.table.metricThrottledRequestsForOperations({ operations: tableOperations, ...sum }),
    above: 0,
    hurts: 'Saves take longer or fail, because the table turns requests away.',
    act: 'look for one busy key; on-demand capacity grows by itself within minutes.',
  },
});

const tableOperations = [
  Operation.GET_ITEM,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.QUERY,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** What can go wrong in a function: it breaks off, or it is turned away because too many run at once. */
export const functionWarnings = (functions: Readonly<Record<string, Functionality>>): Warnings =>
  Object.fromEntries(
    Object.entries(functions).flatMap(([name, { function: each, hurts }]) => [
      [`${name}Errors`, { metric: each.metricErrors(sum), above: 3, hurts, act: readItsLog(name) }],
      [`${name}Throttled`, { metric: each.metricThrottles(sum), above: 0, hurts, act: makeRoom(name) }],
    ]),
  );

const readItsLog = (name: string) => `read the log of ${name} around this time; after a release, roll back.`;
const makeRoom = (name: string) =>
  `${name} is turned away: raise the account's concurrent executions, or its share in lib/config.`;

export interface Functionality {
  readonly function: IFunction;
  readonly hurts: string;
}

/** Every function, and who misses it. */
export function functionsOf({
  data,
  conversion,
  copy,
  api,
}: Watched): Readonly<Record<string, Functionality>> {
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
      hurts: 'Staff get no links to applications.',
    },
    AccountMail: {
      function: data.accountMail.function,
      hurts: 'Applicants get no codes: nobody can sign up or reset a password.',
    },
    Inspect: { function: inspect.function, hurts: 'Uploaded documents of every kind stay unconverted.' },
    Convert: { function: convert.function, hurts: 'Uploaded images and PDFs cannot be converted.' },
    Office: { function: office.function, hurts: 'Uploaded Word documents cannot be converted.' },
    Record: { function: record.function, hurts: 'Applicants wait for documents that are long converted.' },
    Copy: { function: copy.make.function, hurts: 'Applicants cannot get the PDF copy of their application.' },
  };
}
