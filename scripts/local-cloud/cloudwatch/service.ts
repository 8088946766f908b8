import type { Assembly } from '../assembly/assembly.ts';
import { countedIn, readLogFilters } from './log-metrics.ts';
import { type Metric, Metrics, statisticOf } from './metrics.ts';
import { type AlarmDescription, readAlarms } from './read-alarms.ts';

export interface AlarmStatus
  extends Pick<AlarmDescription, 'name' | 'path' | 'text' | 'periodSeconds' | 'periods' | 'topics'> {
  readonly state: 'OK' | 'ALARM';
  /** Time of the last change to ALARM, in milliseconds since 1970. */
  readonly firedAt: number | undefined;
}

/** CloudWatch evaluates an alarm once a minute. */
const evaluationInterval = 60_000;

/** CloudWatch: metrics of the other services and of lines in logs, and the alarms that watch them. */
export class CloudWatch {
  readonly #metrics = new Metrics();
  readonly #filters: ReturnType<typeof readLogFilters>;
  readonly #alarms: readonly AlarmDescription[];
  readonly #states = new Map<string, Pick<AlarmStatus, 'state' | 'firedAt'>>();
  readonly #timeScale: number;
  readonly #timer: NodeJS.Timeout;

  /** A `timeScale` of 60 makes a period of five minutes last five seconds. */
  constructor(assembly: Assembly, timeScale = 1) {
    this.#filters = readLogFilters(assembly);
    const logged = this.#filters.map(({ metric: { namespace, name } }) => `${namespace} ${name}`);
    this.#alarms = readAlarms(assembly, logged);
    this.#timeScale = timeScale;
    this.#timer = setInterval(() => void this.alarms(), evaluationInterval / timeScale);
    this.#timer.unref();
  }

  count(metric: Metric, value = 1, at = Date.now()): void {
    this.#metrics.add(metric, value, at);
  }

  measure(metric: Metric, read: () => number): void {
    this.#metrics.measure(metric, read);
  }

  /** A line that a function wrote into its log group. */
  readLine(logGroup: string, line: unknown, at = Date.now()): void {
    for (const filter of this.#filters) {
      const counted = countedIn(filter, logGroup, line);
      if (counted !== undefined) this.#metrics.add(counted.metric, counted.value, at);
    }
  }

  /** Evaluates every alarm and returns its state. */
  alarms(now = Date.now()): readonly AlarmStatus[] {
    return this.#alarms.map((alarm) => {
      const { name, path, text, periodSeconds, periods, topics } = alarm;
      const before = this.#states.get(path) ?? { state: 'OK', firedAt: undefined };
      const state = this.#isBreached(alarm, now) ? 'ALARM' : 'OK';
      const firedAt = state === 'ALARM' && before.state === 'OK' ? now : before.firedAt;
      this.#states.set(path, { state, firedAt });
      return { name, path, text, periodSeconds, periods, topics, state, firedAt };
    });
  }

  /**
   * True if enough of the last periods are above the threshold.
   * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
   */
  #isBreached(alarm: AlarmDescription, now: number): boolean {
    const length = (alarm.periodSeconds * 1000) / this.#timeScale;
    const breached = Array.from({ length: alarm.periods }, (_, index) =>
      this.#valueOf(alarm, now - (index + 1) * length, now - index * length),
    ).filter((value) => (value === undefined ? alarm.firesWithoutValues : value > alarm.threshold));
    return breached.length >= alarm.breachingPeriods;
  }

  #valueOf({ terms }: AlarmDescription, from: number, to: number): number | undefined {
    const values = terms.map(
      ({ metric, statistic, missing }) =>
        statisticOf(statistic, this.#metrics.between(metric, from, to)) ?? missing,
    );
    return values.reduce((total, each) =>
      total === undefined || each === undefined ? undefined : total + each,
    );
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
