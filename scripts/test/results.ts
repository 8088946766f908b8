import { existsSync, readFileSync } from 'node:fs';

/** The files that the two test runners wrote; one is missing when its runner did not run. */
interface Reports {
  readonly vitestReport: string;
  readonly playwrightReport: string;
}

interface VitestReport {
  readonly testResults: readonly {
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
    readonly tests: readonly { readonly status: string }[];
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

/**
 * Every test gets a second attempt, because one lost race among 1,700 tests must not block a change. A test that needs
 * it is still a bug, so its name is printed at the end. Returns the number of failures.
 */
export function printSummary({ vitestReport, playwrightReport }: Reports): number {
  const results = [...unitResults(vitestReport), ...browserResults(read<PlaywrightSuite>(playwrightReport))];
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  for (const { name } of results.filter(({ outcome }) => outcome === 'flaky')) {
    console.log(`Passed only at the second attempt: ${name}`);
  }
  const flaky = count('flaky') > 0 ? `, of these ${count('flaky')} only at the second attempt` : '';
  console.log(`${count('passed') + count('flaky')} passed${flaky}, ${count('failed')} failed`);
  return count('failed');
}
