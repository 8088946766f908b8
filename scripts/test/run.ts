import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble } from '../build/assemble.ts';
import { root } from '../build/root.ts';
import { ensurePrograms } from '../dev/programs.ts';
import { runTool } from '../dev/run-tool.ts';
import { checkCoverage } from './coverage.ts';
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

const steps: readonly Step[] = [
  {
    name: 'style (biome)',
    run: () => runTool('biome', ['check', '--error-on-warnings', '.']),
  },
  { name: 'types (tsc)', run: () => runTool('tsc', ['--noEmit', '-p', '.']) },
  { name: 'nothing unused (knip)', run: () => runTool('knip', ['--no-progress']) },
  { name: 'requirements (docs/coverage.md)', run: async () => checkCoverage() },
  { name: 'programs (chromium, LibreOffice)', run: () => ensurePrograms(['chromium', 'soffice']) },
  { name: 'build and synthesis', run: assembly },
  {
    name: 'tests (vitest)',
    run: () =>
      runTool('vitest', [
        'run',
        '--retry=1',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${vitestReport}`,
      ]),
  },
  {
    name: 'browser tests (playwright)',
    run: () =>
      runTool('playwright', ['test', '--retries=1', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
      }),
  },
];

/**
 * Temporary files that tests leave behind are deleted after the run. So is Node's compiled code: tests start the same commands hundreds of
 * times, and with it each start takes a third less of the processor.
 */
async function inOwnFolder<T>(run: () => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'matricula-test-'));
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  return run().finally(() => rmSync(folder, { recursive: true, force: true }));
}

/** npm test: runs every step in order until one fails. The last line says how many tests passed and failed. */
export async function test(): Promise<void> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const failed = await inOwnFolder(firstFailure);
  if (failed !== undefined) console.error(`\nFailed: ${failed}`);
  const failures = printSummary({ vitestReport, playwrightReport });
  if (failed !== undefined || failures > 0) process.exitCode = 1;
}

async function firstFailure(): Promise<string | undefined> {
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
