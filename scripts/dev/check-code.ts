import { assemble } from '../build/assemble.ts';
import { ensurePrograms } from './programs.ts';
import { runTool } from './run-tool.ts';

type Files = readonly string[];

/** The tool has already printed the errors; only the exit code is missing. */
async function withExitCode(run: Promise<void>): Promise<void> {
  await run.catch(() => {
    process.exitCode = 1;
  });
}

const orEverything = (files: Files): Files => (files.length === 0 ? ['.'] : files);

/** npm run lint [-- files]: style and import rules; without file names, unused code too. */
export const lint = (files: Files): Promise<void> =>
  withExitCode(
    runTool('biome', ['check', '--error-on-warnings', ...orEverything(files)]).then(() =>
      files.length === 0 ? runTool('knip', ['--no-progress']) : undefined,
    ),
  );

/** npm run format [-- files]: writes files the way Biome wants them. */
export const format = (files: Files): Promise<void> =>
  withExitCode(runTool('biome', ['check', '--write', ...orEverything(files)]));

/** npm run typecheck: all types, because an edit can break them anywhere. */
export const typecheck = (): Promise<void> => withExitCode(runTool('tsc', ['--noEmit', '-p', '.']));

/** npm run test:unit [-- files]: runs Vitest once. A test that needs the cloud builds it first. */
export const testUnit = (files: Files): Promise<void> => withExitCode(runTool('vitest', ['run', ...files]));

/**
 * npm run test:e2e [-- files]: builds the cloud from the files as they are now and runs the browser tests on
 * it.
 */
export async function testEndToEnd(files: Files): Promise<void> {
  await ensurePrograms(['chromium', 'soffice']);
  process.env.ASSEMBLY = await assemble();
  await withExitCode(runTool('playwright', ['test', ...files]));
}
