import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { runVitest } from '../source-copy/run-program.ts';
import type { SecurityCheck } from './security-check.ts';

/** Vitest's JSON report of a run. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.optional(z.nullable(z.array(z.string()))),
        }),
      ),
    }),
  ),
});

export interface TestRun {
  readonly passed: number;
  /** The first test that failed; undefined when none did, or when the tests could not even start. */
  readonly failed?: { readonly test: string; readonly message: string };
  /** Output of tests that could not start. */
  readonly said: string;
}

const firstLine = (text = '') => text.split('\n')[0] ?? '';

/** Runs the tests of a check in a folder, and ends at the first that fails. */
export async function runTests(
  folder: string,
  { tests, only }: Pick<SecurityCheck, 'tests' | 'only'>,
  signal: AbortSignal,
): Promise<TestRun> {
  const file = join(folder, 'security-checks-report.json');
  rmSync(file, { force: true });
  const args = [
    ...['run', ...tests, '--root', folder, '--bail', '1', '--reporter', 'json', '--outputFile', file],
    ...(only === undefined ? [] : ['-t', only.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')]),
  ];
  const said = await runVitest(folder, args, { signal });
  const results = readReport(file);
  const asserted = results.flatMap(({ assertionResults }) => assertionResults);
  const failure = asserted.find(({ status }) => status === 'failed');
  const hook = results.find(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length > 0,
  );
  return {
    passed: asserted.filter(({ status }) => status === 'passed').length,
    said:
      results
        .map(({ message = '' }) => message)
        .join('\n')
        .trim() || said,
    ...(failure && {
      failed: { test: failure.fullName, message: firstLine(failure.failureMessages?.[0]) },
    }),
    // Vitest reports no message of a hook.
    ...(!failure && hook && { failed: { test: `a hook of ${relative(folder, hook.name)}`, message: '' } }),
  };
}

function readReport(file: string): z.output<typeof reportSchema>['testResults'] {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).testResults;
  } catch {
    return []; // the run ended before it had a result
  }
}
