import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../build/root.ts';

/** Result files of the two test runners. A file is missing if its runner did not run. */
interface Reports {
  readonly vitestReport: string;
  readonly playwrightReport: string;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    /** Milliseconds. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      /** One for each attempt; milliseconds. */
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
}

type Outcome = 'passed' | 'failed' | 'flaky' | 'skipped';

interface Result {
  readonly name: string;
  readonly outcome: Outcome;
}

const read = <T>(file: string): T | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

/** Vitest reports the failure of the first attempt of a test that passed at the second. */
function unitResults(file: string): Result[] {
  const tests = read<VitestReport>(file)?.testResults.flatMap((file) => file.assertionResults) ?? [];
  return tests.map(({ fullName, status, failureMessages }) => ({
    name: fullName,
    outcome:
      status === 'failed'
        ? 'failed'
        : status !== 'passed'
          ? 'skipped'
          : failureMessages.length > 0
            ? 'flaky'
            : 'passed',
  }));
}

const browserOutcomes: Readonly<Record<string, Outcome>> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
};

/** The results of a suite, each named with the file and the suites that contain it. */
function browserResults(suite: PlaywrightSuite | undefined, path: readonly string[] = []): Result[] {
  const own = (suite?.specs ?? []).flatMap(({ title, tests }) =>
    tests.map(({ status }) => ({
      name: [...path, title].join(' > '),
      outcome: browserOutcomes[status] ?? 'failed',
    })),
  );
  return [...own, ...(suite?.suites ?? []).flatMap((inner) => browserResults(inner, [...path, inner.title]))];
}

type Seconds = readonly [file: string, seconds: number];

const unitSeconds = (file: string): Seconds[] =>
  (read<VitestReport>(file)?.testResults ?? []).map(({ name, startTime, endTime }) => [
    relative(root, name),
    (endTime - startTime) / 1000,
  ]);

const specsOf = (suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** Sum of the tests' times. Tests of one file may run in several workers. */
function browserSeconds(file: string): Seconds[] {
  const report = read<PlaywrightSuite>(file);
  const seconds = new Map<string, number>();
  for (const spec of report === undefined ? [] : specsOf(report))
    for (const { duration } of spec.tests.flatMap(({ results }) => results)) {
      const name = join('test', spec.file);
      seconds.set(name, (seconds.get(name) ?? 0) + duration / 1000);
    }
  return [...seconds];
}

const shortest = 5;

/** Prints the duration of each test file, the longest first. */
function printSeconds(files: readonly Seconds[]): void {
  const sorted = [...files].sort(([, one], [, other]) => other - one);
  const long = sorted.filter(([, seconds]) => seconds >= shortest);
  const rest = sorted.slice(long.length).reduce((sum, [, seconds]) => sum + seconds, 0);
  console.log('\nSeconds per test file (files run side by side):');
  for (const [file, seconds] of long) console.log(`${seconds.toFixed(0).padStart(6)}  ${file}`);
  console.log(
    `${rest.toFixed(0).padStart(6)}  ${sorted.length - long.length} files of less than ${shortest} seconds each\n`,
  );
}

/**
 * Prints tests that passed only at the second attempt, and returns the number of failures. Every test gets
 * two attempts, because one lost race among 1,700 tests must not block a change. A test that needs the second
 * is still a bug.
 */
export function printSummary({ vitestReport, playwrightReport }: Reports): number {
  printSeconds([...unitSeconds(vitestReport), ...browserSeconds(playwrightReport)]);
  const results = [...unitResults(vitestReport), ...browserResults(read<PlaywrightSuite>(playwrightReport))];
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  for (const { name } of results.filter(({ outcome }) => outcome === 'flaky')) {
    console.log(`Passed only at the second attempt: ${name}`);
  }
  const flaky = count('flaky') > 0 ? `, of these ${count('flaky')} only at the second attempt` : '';
  console.log(`${count('passed') + count('flaky')} passed${flaky}, ${count('failed')} failed`);
  return count('failed');
}
