import fc from 'fast-check';
import { beforeAll, it, vi } from 'vitest';
import { Historian } from './historian.ts';
import { type History, historyOf, type Weights } from './history.ts';
import { type PromiseName, promises } from './promises.ts';
import { shortestApplication } from './shortest-application.ts';

/**
 * Number of histories for each promise, from a fixed seed (`npx matricula lab mutation`). Without it, 1,000
 * random histories are divided among the promises.
 */
const few = process.env.HISTORIES;
const historiesOfEach = Number(few ?? Math.ceil(1000 / Object.keys(promises).length));

/**
 * Milliseconds. Far longer than the histories of a promise take, also on a machine that is busy with other
 * work.
 */
const patience = 900_000;

/** The name of a promise, the seed and the path of one history, which the report of a failure prints. */
const [replayed, seed, path] = process.env.REPLAY?.split(' ') ?? [];

interface Search {
  readonly begins?: History['begins'];
  readonly weights: Weights;
  /** Histories that once broke this promise. They run first. */
  readonly found?: readonly History[];
}

/** Starts the product in memory for the tests of one file. */
export function withHistorian(file: string) {
  let historian: Historian | undefined;
  beforeAll(async () => {
    for (const level of ['info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation(() => undefined);
    // The functions wait for random times. Here a history has to be the same each time.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    historian = await Historian.start(shortestApplication());
  });

  const run = async (history: History) => {
    await historian?.run(history);
  };

  /** A test that searches for a history that breaks a promise. Every history is checked for all promises. */
  const keep = (name: PromiseName, { begins = 'with empty applications', weights, found = [] }: Search) => {
    if (replayed !== undefined && replayed !== name) return;
    // A second attempt has other histories, and would hide what the first one found.
    it(promises[name], { retry: 0, timeout: patience }, async () => {
      const histories = fc.asyncProperty(historyOf(begins, weights), run);
      const result = await fc.check(histories, {
        numRuns: historiesOfEach,
        examples: found.map((history): [History] => [history]),
        ...(few !== undefined && { seed: 1, endOnFailure: true }),
        ...(replayed !== undefined && { seed: Number(seed), path: path ?? '' }),
      });
      if (result.failed) throw new Error(report(name, result), { cause: result.errorInstance });
    });
  };

  const report = (name: PromiseName, result: fc.RunDetails<[History]>) =>
    [
      fc.defaultReportMessage(result),
      `Replay it: REPLAY='${name} ${result.seed} ${result.counterexamplePath}' npm run test:unit -- ${file}`,
    ].join('\n\n');

  return { keep, historian: () => historian, run };
}
