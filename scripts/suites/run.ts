import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble } from '../build/assemble.ts';
import { root } from '../build/root.ts';
import { ensurePrograms } from '../dev/programs.ts';
import { runTool } from '../dev/run-tool.ts';
import { readCoverage, requirementsFile } from './coverage.ts';
import { printSummary } from './results.ts';

const reports = join(root, '.cache', 'reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

interface Step {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** Tests start the local cloud with the same assembly as `npm start`. */
async function assembly() {
  process.env.ASSEMBLY = await assemble();
}

const style: Step = {
  name: 'style (biome)',
  run: () => runTool('biome', ['check', '--error-on-warnings', '.']),
};
const types: Step = { name: 'types (tsc)', run: () => runTool('tsc', ['--noEmit', '-p', '.']) };
const unused: Step = { name: 'nothing unused (knip)', run: () => runTool('knip', ['--no-progress']) };
const requirements: Step = {
  name: `requirements (${requirementsFile})`,
  run: async () => void readCoverage(),
};
const build: readonly Step[] = [
  {
    name: 'programs (chromium, LibreOffice)',
    run: () => ensurePrograms(['chromium', 'soffice']),
  },
  { name: 'build and synthesis', run: assembly },
];

/** Projects of vitest.config.ts and playwright.config.ts. */
const vitest = (project: 'product*' | 'tools*' | 'engines'): Step => ({
  name: 'tests (vitest)',
  run: () =>
    runTool('vitest', [
      'run',
      `--project=${project}`,
      '--retry=1',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ]),
});
const playwright = (project: 'product' | 'pages' | 'tools'): Step => ({
  name: 'browser tests (playwright)',
  run: () =>
    runTool('playwright', ['test', `--project=${project}`, '--retries=1', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    }),
});

/** The steps of each command. Every change needs `npm test`; few changes need the others, and CI runs all. */
const suites = {
  test: [style, types, unused, requirements, ...build, vitest('product*'), playwright('product')],
  pages: [...build, playwright('pages')],
  tools: [...build, vitest('tools*'), playwright('tools')],
  engines: [...build, vitest('engines')],
} as const satisfies Readonly<Record<string, readonly Step[]>>;

/**
 * Deletes the tests' temporary files after the run, including Node's compile cache. Tests start the same
 * commands hundreds of times, and the cache saves a third of the processor time of each start.
 */
async function inOwnFolder<T>(run: () => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'matricula-test-'));
  chmodSync(folder, 0o711); // a test starts a program as another user
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  return run().finally(() => rmSync(folder, { recursive: true, force: true }));
}

/**
 * Runs every step of a suite in order until one fails. The last line says how many tests passed and failed.
 */
export async function runSuite(suite: keyof typeof suites): Promise<void> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const failed = await inOwnFolder(() => firstFailure(suites[suite]));
  if (failed !== undefined) console.error(`\nFailed: ${failed}`);
  const failures = printSummary({ vitestReport, playwrightReport });
  if (failed !== undefined || failures > 0) process.exitCode = 1;
}

async function firstFailure(steps: readonly Step[]): Promise<string | undefined> {
  for (const { name, run } of steps) {
    const started = performance.now();
    const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
    try {
      await run();
      console.log(`✓ ${name} ${seconds()} s`);
    } catch (error) {
      console.log(`✗ ${name} ${seconds()} s`);
      return `${name}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return undefined;
}
