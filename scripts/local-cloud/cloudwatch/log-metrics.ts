import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import { type LineTest, readFilterPattern, valueAt } from './filter-pattern.ts';
import type { Metric } from './metrics.ts';

const transformationSchema = z.strictObject({
  MetricName: z.string(),
  MetricNamespace: z.string(),
  MetricValue: z.string(),
  Dimensions: z.optional(z.array(z.strictObject({ Key: z.string(), Value: z.string() }))),
  Unit: inertResource,
});

const filterSchema = z.strictObject({
  FilterName: inertResource,
  FilterPattern: z.string(),
  LogGroupName: z.string(),
  MetricTransformations: z.array(transformationSchema),
});

interface LogFilter {
  readonly logGroup: string;
  readonly matches: LineTest;
  readonly metric: Metric;
  /** A number, or the selector of a field. */
  readonly value: string;
  /** The selectors of the fields that become dimensions of the metric. */
  readonly dimensions: readonly (readonly [name: string, selector: string])[];
}

/** The metric filters of an assembly. */
export const readLogFilters = (assembly: Assembly): readonly LogFilter[] =>
  assembly.of('AWS::Logs::MetricFilter', filterSchema).flatMap(({ path, given }) =>
    given.MetricTransformations.map(({ MetricName, MetricNamespace, MetricValue, Dimensions = [] }) => ({
      logGroup: given.LogGroupName,
      matches: readFilterPattern(path, given.FilterPattern),
      metric: { namespace: MetricNamespace, name: MetricName, dimensions: {} },
      value: MetricValue,
      dimensions: Dimensions.map(({ Key, Value }) => [Key, Value] as const),
    })),
  );

/**
 * The metric of a line and the value that it adds. A field that is not a number adds nothing. A line without
 * a dimension's field is not counted.
 */
export function countedIn(
  { logGroup, matches, metric, value, dimensions }: LogFilter,
  group: string,
  line: unknown,
) {
  if (group !== logGroup || !matches(line)) return undefined;
  const found = value.startsWith('$') ? valueAt(value, line) : Number(value);
  const fields = dimensions.map(([name, selector]) => [name, valueAt(selector, line)] as const);
  if (typeof found !== 'number' || fields.some(([, field]) => field === undefined)) return undefined;
  const named = Object.fromEntries(fields.map(([name, field]) => [name, String(field)]));
  return { metric: { ...metric, dimensions: named }, value: found };
}
