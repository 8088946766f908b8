import * as z from 'zod/mini';
import { type Assembly, flag, inertResource, number } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';
import { countedMetrics, silentMetrics } from './counted.ts';
import type { Metric } from './metrics.ts';

const statistic = z.string().check(z.regex(/^(Sum|Average|Maximum|p\d+(\.\d+)?)$/));
const dimensions = z.array(z.strictObject({ Name: z.string(), Value: z.string() }));

const metricSchema = z.strictObject({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.optional(dimensions),
});

const querySchema = z.strictObject({
  Id: z.string(),
  Expression: z.optional(z.string()),
  MetricStat: z.optional(
    z.strictObject({ Metric: metricSchema, Period: number, Stat: statistic, Unit: inertResource }),
  ),
  ReturnData: z.optional(z.boolean()),
  Label: inertResource,
  Period: inertResource,
});

const alarmSchema = z.strictObject({
  AlarmName: inertResource,
  AlarmDescription: z.string(),
  ...z.partial(metricSchema).shape,
  Period: z.optional(number),
  Statistic: z.optional(statistic),
  ExtendedStatistic: z.optional(statistic),
  Metrics: z.optional(z.array(querySchema)),
  ComparisonOperator: z.literal('GreaterThanThreshold'),
  Threshold: number,
  EvaluationPeriods: number,
  DatapointsToAlarm: z.optional(number),
  TreatMissingData: z.enum(['notBreaching', 'breaching']),
  ActionsEnabled: z.optional(flag),
  AlarmActions: z.optional(z.array(z.string())),
  OKActions: inertResource,
  InsufficientDataActions: inertResource,
  Tags: inertResource,
});

type AlarmProperties = z.infer<typeof alarmSchema>;

/** A metric, its statistic, and what a period without values counts as. */
export interface Term {
  readonly metric: Metric;
  readonly statistic: string;
  readonly missing: number | undefined;
}

/** An alarm as its template describes it: it watches the sum of its terms. */
export interface AlarmDescription {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly terms: readonly Term[];
  readonly threshold: number;
  readonly periodSeconds: number;
  readonly periods: number;
  readonly breachingPeriods: number;
  /** True if a period without values counts as above the threshold. */
  readonly firesWithoutValues: boolean;
  /** The topics to which the alarm is published. */
  readonly topics: readonly string[];
}

const metricOf = ({ Namespace, MetricName, Dimensions = [] }: z.infer<typeof metricSchema>): Metric => ({
  namespace: Namespace,
  name: MetricName,
  dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
});

interface Watching {
  readonly terms: readonly Term[];
  readonly periodSeconds: number;
}

function watchesOne(alarm: AlarmProperties): Watching | undefined {
  const { Namespace, MetricName, Dimensions, Period, Statistic, ExtendedStatistic } = alarm;
  const stat = Statistic ?? ExtendedStatistic;
  if (Namespace === undefined || MetricName === undefined || Period === undefined || stat === undefined)
    return undefined;
  const metric = metricOf({ Namespace, MetricName, Dimensions });
  return { terms: [{ metric, statistic: stat, missing: undefined }], periodSeconds: Period };
}

/** Of metric math, sums of filled metrics: `FILL(m1, 0) + FILL(m2, 0)`. */
function watchesSum({ Metrics = [] }: AlarmProperties): Watching | undefined {
  const [expression = '', ...others] = Metrics.flatMap(({ Expression }) => Expression ?? []);
  const parts = expression.split(' + ').map((part) => /^FILL\((\w+), (\d+)\)$/.exec(part));
  const filled = parts.flatMap((part) => {
    const query = Metrics.find(({ Id }) => Id === part?.[1])?.MetricStat;
    return query === undefined ? [] : [{ query, missing: Number(part?.[2]) }];
  });
  const [first] = filled;
  if (first === undefined || others.length > 0 || filled.length < parts.length) return undefined;
  if (filled.some(({ query }) => query.Period !== first.query.Period)) return undefined;
  return {
    periodSeconds: first.query.Period,
    terms: filled.map(({ query, missing }) => ({
      ...{ metric: metricOf(query.Metric), statistic: query.Stat },
      missing,
    })),
  };
}

/**
 * The alarms of an assembly. Throws for an alarm that could never fire here and is not listed with a reason.
 */
export function readAlarms(
  assembly: Assembly,
  loggedMetrics: readonly string[],
): readonly AlarmDescription[] {
  const known = [...countedMetrics, ...Object.keys(silentMetrics), ...loggedMetrics];
  return assembly.of('AWS::CloudWatch::Alarm', alarmSchema).map(({ path, given }) => {
    const watching = given.Metrics === undefined ? watchesOne(given) : watchesSum(given);
    if (watching === undefined)
      throw new LocalCloudError(
        `${path} watches what the local cloud cannot evaluate: only sums of FILL(m, 0).`,
      );
    for (const { metric } of watching.terms)
      if (!known.includes(`${metric.namespace} ${metric.name}`))
        throw new LocalCloudError(
          `${path} watches ${metric.namespace} ${metric.name}, which the local cloud does not count.`,
        );
    return {
      ...watching,
      path,
      name: path.split('/').at(-2) ?? path,
      text: given.AlarmDescription,
      topics: given.ActionsEnabled === false ? [] : (given.AlarmActions ?? []),
      threshold: given.Threshold,
      periods: given.EvaluationPeriods,
      breachingPeriods: given.DatapointsToAlarm ?? given.EvaluationPeriods,
      firesWithoutValues: given.TreatMissingData === 'breaching',
    };
  });
}
