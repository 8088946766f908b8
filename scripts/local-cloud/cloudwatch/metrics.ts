/** Identity of a metric. */
export interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

interface Value {
  readonly at: number;
  readonly value: number;
}

/** Longer than the maximum period of an alarm. */
const kept = 24 * 3600 * 1000;
/** Enough for hours of tests. */
const most = 20_000;

const keyOf = ({ namespace, name, dimensions }: Metric) =>
  JSON.stringify([namespace, name, Object.entries(dimensions).sort()]);

/** The values of metrics, in memory. They are lost when the local cloud restarts. */
export class Metrics {
  readonly #values = new Map<string, Value[]>();
  readonly #gauges = new Map<string, () => number>();

  add(metric: Metric, value: number, at = Date.now()): void {
    const key = keyOf(metric);
    const values = this.#values.get(key) ?? [];
    values.push({ at, value });
    const oldest = values[0];
    if (values.length > most || (oldest && oldest.at < at - kept)) values.shift();
    this.#values.set(key, values);
  }

  /** Registers a metric that a service reports continuously. */
  measure(metric: Metric, read: () => number): void {
    this.#gauges.set(keyOf(metric), read);
  }

  /** The values after `from`, up to and including `to`. */
  between(metric: Metric, from: number, to: number): readonly number[] {
    const gauge = this.#gauges.get(keyOf(metric));
    if (gauge !== undefined) return [gauge()];
    return (this.#values.get(keyOf(metric)) ?? [])
      .filter(({ at }) => at > from && at <= to)
      .map(({ value }) => value);
  }
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

/**
 * A statistic of the values of one period; undefined when there are none.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Statistics-definitions.html
 */
export function statisticOf(statistic: string, values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  if (statistic === 'Sum') return sum(values);
  if (statistic === 'Average') return sum(values) / values.length;
  if (statistic === 'Maximum') return Math.max(...values);
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((Number(statistic.slice(1)) / 100) * sorted.length) - 1];
}
