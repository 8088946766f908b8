import { parseArgs } from 'node:util';
import { root } from '../../build/root.ts';
import { readOptions, wholeNumber } from '../../command-line/options.ts';
import { sayDuration } from '../../command-line/progress.ts';
import { untilStopped } from '../../command-line/until-stopped.ts';
import { describeMutant } from './mutants.ts';
import { isPartName, type PartName, parts } from './parts.ts';
import { type MutationReport, tryMutants } from './run.ts';
import { shareOf } from './score.ts';

const partNames = Object.keys(parts).filter(isPartName);

/** The share of mutants that must be killed. */
const wanted = 0.85;

const partsOf = (names: readonly string[]): readonly PartName[] => {
  const unknown = names.find((name) => !isPartName(name));
  if (unknown !== undefined)
    throw new Error(`--part ${unknown}: one of these is expected: ${partNames.join(', ')}.`);
  return partNames.filter((name) => names.length === 0 || names.includes(name));
};

const optionsIn = (args: readonly string[]) =>
  readOptions('mutation', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        part: { type: 'string', multiple: true, default: [] },
        file: { type: 'string', multiple: true, default: [] },
        sample: { type: 'string' },
        seed: { type: 'string', default: '1' },
        json: { type: 'boolean', default: false },
      },
    });
    const stray = values.file.find((file) => !partNames.some((name) => file.startsWith(`${name}/`)));
    if (stray !== undefined)
      throw new Error(`--file ${stray}: a file of one of these is expected: ${partNames.join(', ')}.`);
    const chosen = partsOf(values.part).filter(
      (name) => values.file.length === 0 || values.file.some((file) => file.startsWith(`${name}/`)),
    );
    return {
      chosen,
      files: values.file,
      sample: values.sample === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--sample', values.sample),
      seed: wholeNumber('--seed', values.seed),
      json: values.json,
    };
  });

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

/** `npm run mutation`: changes the source in small ways, one at a time, and counts how many of the changes a test notices. */
export async function mutation(args: readonly string[]): Promise<void> {
  const { chosen, files, sample, seed, json } = optionsIn(args);
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
