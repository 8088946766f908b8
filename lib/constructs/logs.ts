import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  type JsonPattern,
  LogGroup,
  type LogGroupProps,
  MetricFilter,
  QueryString,
  RetentionDays,
} from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { LogEvent } from '../../shared/api/log-events.ts';

/** Log lines contain no applicant data and are deleted after three months in every deployment. */
export const logGroup = (
  scope: Construct,
  id: string,
  props: Pick<LogGroupProps, 'logGroupName' | 'dataProtectionPolicy'> = {},
) =>
  new LogGroup(scope, id, {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
    ...props,
  });

export interface LogMetricProps extends MetricOptions {
  readonly namespace: string;
  readonly logs: readonly ILogGroup[];
  readonly pattern: IFilterPattern;
  /** A number in each line; without it, lines are counted. */
  readonly value?: string | undefined;
  /** Fields of each line, by the dimension that they become. */
  readonly dimensions?: Readonly<Record<string, string>>;
}

/** Finds the lines about one request. An operator replaces the word in capitals. */
export const requestQuery = new QueryString({
  fields: ['@timestamp', '@log', '@message'],
  filterStatements: ['@message like "REQUEST-ID"'],
  sort: '@timestamp asc',
});

/** Matches log lines of a function with this event (lambdas/runtime/log.ts). */
export const eventPattern = (event: LogEvent): JsonPattern =>
  FilterPattern.stringValue('$.message.event', '=', event);

/**
 * A metric of the lines of some logs. It has no default value: CloudWatch charges for a metric in the hours
 * in which it has values, and this one has none while nothing is wrong.
 */
export function logMetric(
  scope: Construct,
  metricName: string,
  { namespace, logs, pattern, value = '1', dimensions, ...options }: LogMetricProps,
): Metric {
  for (const [index, logGroup] of logs.entries())
    new MetricFilter(scope, `${metricName}Lines${index + 1}`, {
      logGroup,
      metricNamespace: namespace,
      metricName,
      filterPattern: pattern,
      metricValue: value,
      ...(dimensions && { dimensions }),
    });
  return new Metric({ namespace, metricName, ...options });
}

/**
 * The sum of at most ten metrics that have values only during a problem. Without FILL, a missing metric would
 * hide the others.
 */
export const sumOf = (metrics: readonly IMetric[], period = Duration.minutes(5)): MathExpression =>
  new MathExpression({
    expression: metrics.map((_, index) => `FILL(m${index + 1}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index + 1}`, metric])),
    period,
  });
