import { assemble } from '../../build/assemble.ts';
import { sayDuration } from '../../command-line/progress.ts';
import { randomSeed } from '../applicants/random-seed.ts';
import { type LoadReport, runLoad } from './run.ts';
import { isSaturated, type StepReport } from './step-report.ts';

/** The timeout of API Gateway is 30 seconds; the rest is a margin for a busy machine. */
const timeoutMs = 35_000;

interface Options {
  readonly steps?: readonly number[];
  readonly seconds: number;
  readonly applicants: number;
  readonly executions?: number;
  readonly seed?: number;
  readonly port?: number;
  readonly json: boolean;
}

const milliseconds = (time: number) => Math.round(time).toLocaleString('en-US');

/** Columns of the table: heading, width and value. */
const columns: readonly (readonly [string, number, (report: StepReport) => string])[] = [
  ['step', 6, ({ title }) => title],
  ['offered/s', 10, ({ rate }) => String(rate)],
  ['served/s', 9, ({ throughput }) => throughput.toFixed(1)],
  ['p50 ms', 8, ({ p50 }) => milliseconds(p50)],
  ['p99 ms', 8, ({ p99 }) => milliseconds(p99)],
  ['slowest', 8, ({ slowest }) => milliseconds(slowest)],
  ['429', 6, ({ answers }) => String(answers['429'] ?? 0)],
  ['503', 6, ({ answers }) => String(answers['503'] ?? 0)],
  ['held', 6, ({ heldBack }) => String(heldBack)],
  ['other answers', 0, ({ answers }) => others(answers)],
];

const others = (answers: StepReport['answers']): string =>
  Object.entries(answers)
    .filter(([answer]) => !['200', '204', '429', '503'].includes(answer))
    .map(([answer, times]) => `${answer}: ${times}`)
    .join(', ');

const heading = columns.map(([title, width]) => title.padStart(width)).join('  ');
const line = (report: StepReport) =>
  columns
    .map(([, width, show]) => show(report).padStart(width))
    .join('  ')
    .trimEnd();

function verdict({ steps }: LoadReport): string {
  const saturated = steps.find((step) => step.title !== 'after' && isSaturated(step));
  if (saturated === undefined) return 'No step was more than the product serves: name higher --steps.';
  return `Saturated at ${saturated.rate} calls a second, of which ${saturated.throughput.toFixed(0)} were served.`;
}

const summary = (report: LoadReport, time: string): readonly string[] => [
  '',
  'p50 and p99 are of calls that were served, from when each should have left, without sign-up and log-in, which take 0.6 s on purpose.',
  'Who waits loads the page again. Held: calls that nobody made, because every connection of every browser waited for an answer.',
  verdict(report),
  `${report.applicants} applicants, ${report.submitted} submitted; ${report.acknowledged} acknowledged calls, in ${time}, seed ${report.seed}.`,
  `${report.machine.cores} cores; the load average before was ${report.machine.loadBefore.toFixed(1)}.`,
  ...report.problems.map((problem) => `WRONG  ${problem}`),
  report.problems.length === 0
    ? `Every call was answered within ${sayDuration(timeoutMs)}, every refusal said when to try again, and nothing acknowledged is missing.`
    : `What the product printed: ${report.log ?? 'see its own terminal'}`,
];

/** Sends more and more calls until the product rejects some, and checks its promises. */
export async function load({ json, steps = [], seed = randomSeed(), ...options }: Options): Promise<void> {
  if (options.port === undefined) await assemble();
  const began = performance.now();
  if (!json) console.log(heading);
  const report = await runLoad({
    ...{ executions: undefined, port: undefined, ...options, rates: steps, seed },
    patience: timeoutMs,
    say: (text) => console.error(text),
    onStep: (step) => {
      if (!json) console.log(line(step));
    },
  });
  const time = sayDuration(performance.now() - began);
  console.log(json ? JSON.stringify(report, null, 2) : summary(report, time).join('\n'));
  if (report.problems.length > 0) process.exitCode = 1;
}
