import { assemble } from '../../build/assemble.ts';
import { sayDuration } from '../../command-line/progress.ts';
import { randomSeed } from '../applicants/random-seed.ts';
import { type ChaosReport, runChaos } from './run.ts';

/** Time within which the product must answer again. */
const promisedStartMs = 10_000;

interface Options {
  readonly kills: number;
  readonly applicants: number;
  readonly seed?: number;
  readonly json: boolean;
}

const lines = (report: ChaosReport, time: string): readonly string[] => [
  `${report.kills} kills and ${report.convertersKilled} of converters in ${time}, seed ${report.seed}.`,
  report.diskWasFilled
    ? 'The disk was full for four seconds.'
    : 'The disk was never full: only root may mount a small one, on Linux.',
  `${report.applicants} applicants, ${report.submitted} submitted; ${report.acknowledged} acknowledged calls.`,
  `Answered again within ${sayDuration(report.slowestStart)}; promised are ${sayDuration(promisedStartMs)}.`,
  ...Object.entries(report.refusals).map(([what, times]) => `  ${what}: ${times}`),
  ...report.problems.map((problem) => `WRONG  ${problem}`),
  report.problems.length === 0
    ? 'Nothing acknowledged is missing, and nothing happened twice.'
    : `What the product printed: ${report.log}`,
];

/** Kills the product while applicants work, and compares its stored data with its responses. */
export async function chaos({ json, seed = randomSeed(), ...options }: Options): Promise<void> {
  await assemble();
  const began = performance.now();
  const report = await runChaos({ ...options, seed, fillsDisk: true, say: (text) => console.error(text) });
  const time = sayDuration(performance.now() - began);
  console.log(json ? JSON.stringify(report, null, 2) : lines(report, time).join('\n'));
  if (report.problems.length > 0 || report.slowestStart > promisedStartMs) process.exitCode = 1;
}
