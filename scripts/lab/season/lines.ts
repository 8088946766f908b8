import { type Deployment, uploadEventsAtOnce } from '../../../lib/config/index.ts';
import { newTable, partitionUnits } from '../../operator/season/limits.ts';
import { type Needs, unreservedNeed } from '../../operator/season/needs.ts';

/** A setting or quota, compared with the needs of a season. */
export interface Line {
  readonly name: string;
  readonly needed: number;
  /** The current setting, or AWS's default quota. Undefined if the setting is not set. */
  readonly has: number | undefined;
  /** False if neither a setting nor a request to AWS can raise it. */
  readonly canRaise?: boolean;
}

/** Partitions that carry the units of a second. A new table has four. */
const partitionsOf = (writes: number, reads: number) =>
  Math.ceil(Math.max(writes / partitionUnits.writes, reads / partitionUnits.reads));

/** Settings of lib/config/index.ts. `dollars` is the cost of a month. */
export function settingLines(needs: Needs, deployment: Deployment, dollars: number): readonly Line[] {
  const { throttle, converters, warmThroughput = newTable, monthlyBudget } = deployment;
  const line = (name: string, needed: number, has: number | undefined): Line => ({ name, needed, has });
  return [
    line('throttle.rate', needs.throttle.rate, throttle.rate),
    line('throttle.burst', needs.throttle.burst, throttle.burst),
    line('converters.convert', needs.converters.convert, converters?.convert),
    line('converters.office', needs.converters.office, converters?.office),
    line('converters.applicationPdf', needs.converters.applicationPdf, converters?.applicationPdf),
    { name: 'upload events (fixed)', needed: needs.uploadEvents, has: uploadEventsAtOnce, canRaise: false },
    line('warmThroughput.writes', needs.writeUnits, warmThroughput.writes),
    line('warmThroughput.reads', needs.readUnits, warmThroughput.reads),
    line(
      'warmThroughput, as partitions',
      partitionsOf(needs.writeUnits, needs.readUnits),
      partitionsOf(warmThroughput.writes, warmThroughput.reads),
    ),
    line('monthlyBudget', dollars, monthlyBudget),
  ];
}

/** Concurrent executions of the account: the larger of needed and reserved ones for each converter. */
function concurrencyOf(needs: Needs, { converters }: Deployment): number {
  const shared = unreservedNeed(needs, converters !== undefined);
  if (converters === undefined) return shared;
  const names = Object.keys(converters) as (keyof typeof converters)[]; // the schema has no others
  return names.reduce(
    (sum, name) => sum + Math.max(needs.converters[name], converters[name]),
    shared + uploadEventsAtOnce,
  );
}

/**
 * AWS's default quotas in us-east-1. `npx matricula ops doctor` reads those of the account. AWS sets the
 * quotas of SES for each account; these are usual after the sandbox.
 */
export const quotaLines = (needs: Needs, deployment: Deployment): readonly Line[] => [
  { name: 'CloudFront requests', needed: needs.requests, has: 250_000 },
  { name: 'API Gateway rate', needed: needs.throttle.rate, has: 10_000 },
  { name: 'Lambda concurrency', needed: concurrencyOf(needs, deployment), has: 1_000 },
  { name: 'DynamoDB table writes', needed: needs.writeUnits, has: 40_000 },
  { name: 'DynamoDB table reads', needed: needs.readUnits, has: 40_000 },
  {
    name: 'DynamoDB partition writes',
    needed: needs.sharedWriteUnits,
    has: partitionUnits.writes,
    canRaise: false,
  },
  { name: 'Step Functions starts', needed: needs.executions, has: 300 },
  { name: 'Step Functions transitions', needed: needs.transitions, has: 5_000 },
  { name: 'Cognito UserAuthentication', needed: needs.userAuthentication, has: 120 },
  { name: 'Cognito UserCreation', needed: needs.userCreation, has: 50 },
  { name: 'Cognito UserAccountRecovery', needed: needs.userAccountRecovery, has: 30 },
  { name: 'Cognito UserRead', needed: needs.userRead, has: 120 },
  { name: 'SES mails', needed: needs.mails, has: 14 },
  { name: 'SES mails a day', needed: needs.mailsPerDay, has: 50_000 },
];

export function verdictOf({ needed, has, canRaise = true }: Line): string {
  if (has === undefined) return 'not set';
  if (has >= needed) return 'enough';
  return canRaise ? `raise to ${needed}` : 'too little, and fixed';
}
