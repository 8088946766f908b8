import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withCopy } from '../source-copy/copy.ts';
import { runTests, type TestRun } from './run-tests.ts';
import type { SecurityCheck } from './security-check.ts';
import { timesFound, withoutCheck } from './switch-off.ts';

export interface SecurityCheckResult {
  readonly check: string;
  readonly protects: string;
  readonly milliseconds: number;
  /** The test that failed while the check was off, and its message. */
  readonly provedBy?: string;
  readonly message?: string;
  /** The reason why the check is not proven. */
  readonly problem?: string;
}

type Outcome = Pick<SecurityCheckResult, 'provedBy' | 'message' | 'problem'>;

/** The reason why an entry of the list is invalid; undefined if its text and its tests exist. */
export function problemOf(folder: string, check: SecurityCheck): string | undefined {
  const missing = [check.file, ...check.tests].find((file) => !existsSync(join(folder, file)));
  if (missing !== undefined) return `${missing} does not exist.`;
  if (check.tests.length === 0) return 'It names no tests.';
  const { only = '' } = check;
  const hasName = (file: string) => readFileSync(join(folder, file), 'utf8').includes(only);
  // Support files name some tests.
  const supports = check.tests.map((file) => join(dirname(file), 'support/*.ts'));
  if (![...check.tests, ...globSync(supports, { cwd: folder })].some(hasName))
    return `No test in ${check.tests.join(' or ')} is named "${only}".`;
  if (check.find === check.replace) return 'It replaces its text by the same text.';
  const times = timesFound(folder, check);
  return times === 1 ? undefined : `${check.file} has its text ${times} times instead of once.`;
}

const lastWords = (said: string) => said.trim().split('\n').slice(-8).join('\n');

/** Result of a test run while the check is off. Tests that cannot start prove nothing. */
function judged({ failed, passed, said }: TestRun): Outcome {
  if (failed !== undefined) return { provedBy: failed.test, message: failed.message };
  if (passed > 0) return { problem: 'Every test passes without it.' };
  return { problem: `Without it the tests cannot start: ${lastWords(said)}` };
}

const problemBefore = ({ failed, passed, said }: TestRun): string | undefined => {
  if (failed !== undefined) return `With it a test already fails: ${failed.test}: ${failed.message}`;
  return passed > 0 ? undefined : `With it no test runs: ${lastWords(said)}`;
};

/** The same tests with all checks on, once for all checks that name them. */
function withAllChecks(copy: string, signal: AbortSignal) {
  const known = new Map<string, Promise<string | undefined>>();
  return (check: SecurityCheck): Promise<string | undefined> => {
    const name = JSON.stringify([check.tests, check.only]);
    const problem = known.get(name) ?? runTests(copy, check, signal).then(problemBefore);
    known.set(name, problem);
    return problem;
  };
}

/**
 * Switches off each check in a copy of the source, one at a time, and reports the test that failed. The same
 * tests run with the check on first: a test that fails then proves nothing.
 */
export const proveSecurityChecks = (
  source: string,
  checks: readonly SecurityCheck[],
  { print, signal }: { readonly print: (result: SecurityCheckResult) => void; readonly signal: AbortSignal },
): Promise<readonly SecurityCheckResult[]> =>
  withCopy(source, async (copy) => {
    const problemWith = withAllChecks(copy, signal);
    const outcomeOf = async (check: SecurityCheck): Promise<Outcome> => {
      const problem = problemOf(copy, check) ?? (await problemWith(check));
      if (problem !== undefined) return { problem };
      return judged(await withoutCheck(copy, check, () => runTests(copy, check, signal)));
    };
    const results: SecurityCheckResult[] = [];
    for (const check of checks) {
      const began = performance.now();
      const outcome = await outcomeOf(check);
      const milliseconds = Math.round(performance.now() - began);
      const result = { check: check.name, protects: check.protects, milliseconds, ...outcome };
      print(result);
      results.push(result);
    }
    return results;
  });
