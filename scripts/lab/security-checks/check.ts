import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withCopy } from '../source-copy/copy.ts';
import type { Guard } from './guard.ts';
import { timesFound, withoutGuard } from './guard-text.ts';
import { runTests, type TestRun } from './run-tests.ts';

export interface GuardResult {
  readonly guard: string;
  readonly protects: string;
  readonly milliseconds: number;
  /** The test that failed while the guard was off, and what it said. */
  readonly provedBy?: string;
  readonly message?: string;
  /** Why the guard is not known to matter. */
  readonly problem?: string;
}

type Outcome = Pick<GuardResult, 'provedBy' | 'message' | 'problem'>;

/** Why an entry of the list says nothing; undefined when its text and its tests are there. */
export function problemOf(folder: string, guard: Guard): string | undefined {
  const missing = [guard.file, ...guard.tests].find((file) => !existsSync(join(folder, file)));
  if (missing !== undefined) return `${missing} does not exist.`;
  if (guard.tests.length === 0) return 'It names no tests.';
  if (guard.find === guard.replace) return 'It replaces its text by the same text.';
  const times = timesFound(folder, guard);
  return times === 1 ? undefined : `${guard.file} has its text ${times} times instead of once.`;
}

const lastWords = (said: string) => said.trim().split('\n').slice(-8).join('\n');

/** What a run of the tests says while the guard is off. Tests that cannot start prove nothing. */
function judged({ failed, passed, said }: TestRun): Outcome {
  if (failed !== undefined) return { provedBy: failed.test, message: failed.message };
  if (passed > 0) return { problem: 'Every test passes without it.' };
  return { problem: `Without it the tests cannot start: ${lastWords(said)}` };
}

const problemBefore = ({ failed, passed, said }: TestRun): string | undefined => {
  if (failed !== undefined) return `With it a test already fails: ${failed.test}: ${failed.message}`;
  return passed > 0 ? undefined : `With it no test runs: ${lastWords(said)}`;
};

/** The same tests with all guards on, once for all guards that name them. */
function withAllGuards(copy: string, signal: AbortSignal) {
  const known = new Map<string, Promise<string | undefined>>();
  return (guard: Guard): Promise<string | undefined> => {
    const name = JSON.stringify([guard.tests, guard.only]);
    const problem = known.get(name) ?? runTests(copy, guard, signal).then(problemBefore);
    known.set(name, problem);
    return problem;
  };
}

/**
 * Switches off each guard in a copy of the source, one at a time, and reports which test failed. A test that fails with the
 * guard on proves nothing, so the same tests run with it first.
 */
export const checkGuards = (
  source: string,
  guards: readonly Guard[],
  { print, signal }: { readonly print: (result: GuardResult) => void; readonly signal: AbortSignal },
): Promise<readonly GuardResult[]> =>
  withCopy(source, async (copy) => {
    const problemWith = withAllGuards(copy, signal);
    const outcomeOf = async (guard: Guard): Promise<Outcome> => {
      const problem = problemOf(copy, guard) ?? (await problemWith(guard));
      if (problem !== undefined) return { problem };
      return judged(await withoutGuard(copy, guard, () => runTests(copy, guard, signal)));
    };
    const results: GuardResult[] = [];
    for (const guard of guards) {
      const began = performance.now();
      const outcome = await outcomeOf(guard);
      const milliseconds = Math.round(performance.now() - began);
      const result = { guard: guard.name, protects: guard.protects, milliseconds, ...outcome };
      print(result);
      results.push(result);
    }
    return results;
  });
