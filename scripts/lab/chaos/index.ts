import { parseArgs } from 'node:util';
import { assemble } from '../../build/assemble.ts';
import { readOptions, wholeNumber } from '../../command-line/options.ts';
import { sayDuration } from '../../command-line/progress.ts';
import { type ChaosOptions, type ChaosReport, runChaos } from './run.ts';

/** Milliseconds within which the product must answer again. */
const promisedStart = 10_000;

const optionsIn = (
  args: readonly string[],
): Omit<ChaosOptions, 'say' | 'fillsDisk'> & { readonly json: boolean } =>
  readOptions('chaos', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        kills: { type: 'string', default: '20' },
        applicants: { type: 'string', default: '3' },
        seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1e6)) },
        json: { type: 'boolean', default: false },
      },
    });
    return {
      kills: wholeNumber('--kills', values.kills),
      applicants: wholeNumber('--applicants', values.applicants),
      seed: wholeNumber('--seed', values.seed),
      json: values.json,
    };
  });

const lines = (report: ChaosReport, time: string): readonly string[] => [
  `${report.kills} kills and ${report.convertersKilled} of converters in ${time}, seed ${report.seed}.`,
  report.diskWasFilled
    ? 'The disk was full for four seconds.'
    : 'The disk was never full: only root may mount a small one, on Linux.',
  `${report.applicants} applicants, ${report.submitted} submitted; ${report.acknowledged} acknowledged calls.`,
  `Answered again within ${sayDuration(report.slowestStart)}; promised are ${sayDuration(promisedStart)}.`,
  ...Object.entries(report.refusals).map(([what, times]) => `  ${what}: ${times}`),
  ...report.problems.map((problem) => `WRONG  ${problem}`),
  report.problems.length === 0
    ? 'Nothing acknowledged is missing, and nothing happened twice.'
    : `What the product printed: ${report.log}`,
];

/** `npm run chaos`: kills the product while applicants work, and compares what it stored with what it acknowledged\. */
export async function chaos(args: readonly string[]): Promise<void> {
  const { json, ...options } = optionsIn(args);
  await assemble();
  const began = performance.now();
  const report = await runChaos({ ...options, fillsDisk: true, say: (text) => console.error(text) });
  const time = sayDuration(performance.now() - began);
  console.log(json ? JSON.stringify(report, null, 2) : lines(report, time).join('\n'));
  if (report.problems.length > 0 || report.slowestStart > promisedStart) process.exitCode = 1;
}
