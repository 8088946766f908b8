import { runLoad } from '../load/run.ts';
import type { Row } from './row.ts';

/** Calls a second: a little less than the throttle of the stage lets in. */
const rate = 180;

/** The mixed traffic of a deadline evening, on the local cloud. */
export async function benchEvening(): Promise<readonly Row[]> {
  const { steps, problems } = await runLoad({
    // An evening rises to its peak: what runs by then has run a few thousand times.
    rates: [rate / 4, rate / 2, rate],
    seconds: 20,
    applicants: 80,
    executions: undefined,
    seed: 1,
    port: undefined,
    patience: 35_000,
    say: (text) => console.error(text),
    onStep: () => {},
  });
  const peak = steps.find(({ title }) => title === String(rate));
  if (peak === undefined) throw new Error(`The step of ${rate} calls a second did not run.`);
  const { 200: done = 0, 204: stored = 0, ...others } = peak.answers;
  const failed = Object.values(others).reduce((sum, times) => sum + times, 0);
  return [
    { what: `answered, of ${rate} asked a second`, measured: peak.throughput, unit: 'per s' },
    {
      what: `answers other than 200 and 204, of ${done + stored + failed}`,
      measured: failed,
      unit: 'calls',
      must: 0,
    },
    { what: 'promises broken by them', measured: problems.length, unit: 'calls', must: 0 },
    { what: 'median, from when it should have left', measured: peak.p50, unit: 'ms' },
    { what: '99 of 100, from when it should have left', measured: peak.p99, unit: 'ms', must: 150 },
  ];
}
