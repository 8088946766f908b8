import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { root } from '../build/root.ts';
import type { Guard } from './guard.ts';

/** What Vitest writes about a run. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
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
  /** What was said by tests that could not start. */
  readonly said: string;
}

/** Without the variables of a test run, and without an assembly that was built with the guard on. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, ASSEMBLY: ___, ...env } = process.env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('VITEST_')));
}

const firstLine = (text = '') => text.split('\n')[0] ?? '';

/** Runs the tests of a guard in a folder, and ends at the first that fails. */
export async function runTests(
  folder: string,
  { tests, only }: Pick<Guard, 'tests' | 'only'>,
  signal: AbortSignal,
): Promise<TestRun> {
  if (signal.aborted) throw stopped();
  const file = join(folder, 'guards-report.json');
  rmSync(file, { force: true });
  const args = [
    ...['run', ...tests, '--root', folder, '--bail', '1', '--reporter', 'json', '--outputFile', file],
    ...(only === undefined ? [] : ['-t', only.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')]),
  ];
  const said = await finished(folder, args, signal);
  const results = readReport(file);
  const asserted = results.flatMap(({ assertionResults }) => assertionResults);
  const failure = asserted.find(({ status }) => status === 'failed');
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
  };
}

function readReport(file: string): z.output<typeof reportSchema>['testResults'] {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).testResults;
  } catch {
    return []; // the run ended before it had a result
  }
}

const stopped = () => new Error('Stopped.');

/** Runs Vitest to its end, in a process group of its own so that a stop reaches everything that its tests started. */
const finished = (folder: string, args: readonly string[], signal: AbortSignal) =>
  new Promise<string>((resolve, reject) => {
    const program = join(root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [program, ...args], {
      ...{ cwd: folder, env: environment(), detached: process.platform !== 'win32' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        said += data.toString();
      });
    const stop = () => killGroup(child.pid);
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', reject);
    child.once('close', () => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(stopped());
      else resolve(said);
    });
  });

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
