import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import { type LineTest, readFilterPattern, valueAt } from './filter-pattern.ts';
import type { Metric } from './metrics.ts';

const transformationSchema = z.strictObject({
  MetricName: z.string(),
  MetricNamespace: z.string(),
  MetricValue: z.string(),
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
}

/** The metric filters of an assembly. */
export const readLogFilters = (assembly: Assembly): readonly LogFilter[] =>
  assembly.of('AWS::Logs::MetricFilter', filterSchema).flatMap(({ path, given }) =>
    given.MetricTransformations.map(({ MetricName, MetricNamespace, MetricValue }) => ({
      logGroup: given.LogGroupName,
      matches: readFilterPattern(path, given.FilterPattern),
      metric: { namespace: MetricNamespace, name: MetricName, dimensions: {} },
      value: MetricValue,
    })),
  );

/** The value that a line adds to a filter's metric. A field that is no number adds none. */
export function valueInLine({ logGroup, matches, value }: LogFilter, group: string, line: unknown) {
  if (group !== logGroup || !matches(line)) return undefined;
  const found = value.startsWith('$') ? valueAt(value, line) : Number(value);
  return typeof found === 'number' ? found : undefined;
}
