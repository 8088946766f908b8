import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble } from '../build/assemble.ts';
import { step } from '../command-line/progress.ts';
import { ensurePrograms, type ProgramName } from '../dev/programs.ts';
import { runTool } from '../dev/run-tool.ts';
import { testImage } from '../lab/office-image/index.ts';
import { whyNotHere } from '../lab/office-image/where.ts';
import { checkCoverage } from './coverage.ts';

async function checkStyle(): Promise<void> {
  await step('Style', () => runTool('biome', ['check', '--error-on-warnings', '.']));
  await step('Types', () => runTool('tsc', ['--noEmit', '-p', '.']));
  await step('Unused code', () => runTool('knip', ['--no-progress']));
  await step('Requirements', () => checkCoverage());
}

/** Tests start the local cloud with the same assembly as `npm start`. */
async function prepare(...more: readonly ProgramName[]): Promise<void> {
  await ensurePrograms(['chromium', 'soffice', ...more]);
  process.env.ASSEMBLY = await assemble();
}

/**
 * Runs tests, and then deletes their temporary files, with Node's compile cache: tests start the same
 * commands hundreds of times, and the cache saves a third of the processor time of each start.
 */
async function runTests(tool: 'vitest' | 'playwright', ...args: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'matricula-test-'));
  chmodSync(folder, 0o711); // a test starts a program as another user
  const env = { TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  try {
    await step(`Tests (${tool})`, () => runTool(tool, args, env));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A lost race must not block a change, so every test gets two attempts. */
const vitest = (...args: readonly string[]) => runTests('vitest', 'run', '--retry=1', ...args);
const playwright = (project: 'product' | 'pages' | 'tools') =>
  runTests('playwright', 'test', `--project=${project}`, '--retries=1');

/** Every change needs `product`; few changes need the others, and CI runs all. */
const suites = {
  async product() {
    await checkStyle();
    await prepare();
    await vitest('--project=product*');
    await playwright('product');
  },
  async pages() {
    await prepare();
    await playwright('pages');
  },
  async tools() {
    await prepare();
    await vitest('--project=tools*');
    await playwright('tools');
  },
  async browsers() {
    await prepare('firefox', 'webkitDriver', 'webkitBrowser', 'xvfb');
    await vitest('--config=test/browsers/vitest.config.ts');
  },
  async engines() {
    await prepare();
    await vitest('--project=engines');
  },
  image: testImage,
} as const;

/** Runs a suite, or all, until a step fails. */
export async function runSuite(suite: keyof typeof suites | 'all'): Promise<void> {
  if (suite !== 'all') return suites[suite]();
  for (const [name, run] of Object.entries(suites)) {
    const reason = name === 'image' ? whyNotHere(process.platform, process.getuid?.()) : undefined;
    if (reason === undefined) await step(`Suite ${name}`, run);
    else console.error(`Suite ${name} is not run. ${reason}`);
  }
}
