import { assemble } from '../build/assemble.ts';
import { UsageError } from '../local-cloud/usage-error.ts';
import { ensureProgram } from './programs.ts';
import { runTool } from './run-tool.ts';

type Files = readonly string[];

/** The tool has printed what is wrong; its exit code is all that is left to say. */
async function orExitCode(run: Promise<void>): Promise<void> {
  await run.catch(() => {
    process.exitCode = 1;
  });
}

const orEverything = (files: Files): Files => (files.length === 0 ? ['.'] : files);

/** npm run lint [-- files]: style, import rules, and code that nothing uses. */
export const lint = (files: Files): Promise<void> =>
  orExitCode(
    runTool('biome', ['check', '--error-on-warnings', ...orEverything(files)]).then(() =>
      files.length === 0 ? runTool('knip', ['--no-progress']) : undefined,
    ),
  );

/** npm run format [-- files]: writes files the way Biome wants them. */
export const format = (files: Files): Promise<void> =>
  orExitCode(runTool('biome', ['check', '--write', ...orEverything(files)]));

/** npm run typecheck */
export const typecheck = (): Promise<void> => orExitCode(runTool('tsc', ['--noEmit', '-p', '.']));

/** npm run test:unit [-- files or names]: the Vitest tests; one that needs the cloud builds it first. */
export const testUnit = (files: Files): Promise<void> => orExitCode(runTool('vitest', ['run', ...files]));

/** npm run test:watch [-- files or names]: the same, again after each edit. */
export const testWatch = (files: Files): Promise<void> => orExitCode(runTool('vitest', ['watch', ...files]));

/** npm run test:e2e [-- files]: the browser tests, on the cloud built from the files as they are now. */
export async function testEndToEnd(files: Files): Promise<void> {
  await ensurePrograms();
  process.env.ASSEMBLY = await assemble();
  await orExitCode(runTool('playwright', ['test', ...files]));
}

const needed = [
  ['chromium', 'CHROMIUM'],
  ['soffice', 'SOFFICE'],
] as const;

/** The programs that tests run and npm cannot install; each is named to the tests by its environment variable. */
export async function ensurePrograms(): Promise<void> {
  for (const [name, variable] of needed) {
    const found = await ensureProgram(name);
    if ('missing' in found) throw new UsageError(found.missing);
    process.env[variable] = found.file;
  }
}
