import { root } from '../../build/root.ts';
import { sayDuration } from '../../command-line/progress.ts';
import { untilStopped } from '../../command-line/until-stopped.ts';
import { OptionError } from '../../command-line/usage-error.ts';
import { describeMutant } from './mutants.ts';
import { isPartName, type PartName, parts } from './parts.ts';
import { type MutationReport, tryMutants } from './run.ts';
import { shareOf } from './score.ts';

const partNames = Object.keys(parts).filter(isPartName);

/** The share of mutants that must be killed. */
const wanted = 0.85;

interface Options {
  readonly part?: readonly PartName[];
  readonly file?: readonly string[];
  readonly sample?: number;
  readonly seed: number;
  readonly json: boolean;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function summary({ folder, all, equivalent, results }: MutationReport) {
  const count = (...verdicts: readonly string[]) => results.filter(({ is }) => verdicts.includes(is)).length;
  const [killed, timedOut] = [count('killed'), count('timed out')];
  const score = shareOf(killed + timedOut, results.length, all);
  return {
    ...{ folder, mutants: all, equivalent, tried: results.length, killed, timedOut },
    ...{ survived: count('survived'), notReached: count('not reached'), score },
  };
}

function lines(report: MutationReport): readonly string[] {
  const { folder, mutants, tried, killed, timedOut, survived, notReached, equivalent, score } =
    summary(report);
  const interval =
    tried < mutants ? ` (95 % confidence: ${percent(score.low)} to ${percent(score.high)})` : '';
  const alive = report.results.filter(({ is }) => is === 'survived' || is === 'not reached');
  return [
    ...alive.map((mutant) => `${mutant.is.toUpperCase().padEnd(13)}${describeMutant(mutant)}`),
    `${folder}: ${percent(score.share)} of ${tried} mutants killed${interval}, of ${mutants} in all.`,
    `  ${killed} by a failing test, ${timedOut} by a test that never ended; ${survived} survived, ${notReached} were not reached by any test.`,
    `  ${equivalent} that no test could notice are listed in scripts/lab/mutation/equivalent.ts and not counted.`,
  ];
}

/** The parts with one of these names and one of these files; without names or files, all. */
function partsWith({ part, file: files = [] }: Options): readonly PartName[] {
  const isIn = (name: PartName, file: string) => file.startsWith(`${name}/`);
  const stray = files.find((file) => !partNames.some((name) => isIn(name, file)));
  if (stray !== undefined)
    throw new OptionError(`--file ${stray}: a file of one of these is expected: ${partNames.join(', ')}.`);
  return partNames.filter(
    (name) =>
      (part?.includes(name) ?? true) && (files.length === 0 || files.some((file) => isIn(name, file))),
  );
}

/** Changes the source in small ways, one at a time, and counts the changes that a test finds. */
export async function mutation(options: Options): Promise<void> {
  const { file: files = [], sample = Number.POSITIVE_INFINITY, seed, json } = options;
  const chosen = partsWith(options);
  const began = performance.now();
  const reports = await untilStopped(async (signal) => {
    const done: MutationReport[] = [];
    for (const [suite, folders] of Map.groupBy(chosen, (name) => parts[name])) {
      const say = (text: string) => console.error(`${folders.join(', ')}: ${text}`);
      done.push(...(await tryMutants(root, { folders, suite }, { files, sample, seed, say, signal })));
    }
    return done;
  });
  if (reports === undefined) {
    console.error('Stopped. The copy of the source is removed.');
    process.exitCode = 1;
    return;
  }
  if (json)
    console.log(
      JSON.stringify(
        reports.map((each) => ({ ...summary(each), results: each.results })),
        null,
        2,
      ),
    );
  else {
    console.log(reports.flatMap(lines).join('\n'));
    console.log(`Seed ${seed}, ${sayDuration(performance.now() - began)}.`);
  }
  if (reports.some((each) => summary(each).score.share < wanted)) process.exitCode = 1;
}
