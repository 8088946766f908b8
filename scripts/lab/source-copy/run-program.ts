import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../build/root.ts';

/** Without the variables of a test run, and without an assembly that was built from other sources. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, ASSEMBLY: ___, ...env } = process.env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('VITEST_')));
}

export const stopped = () => new Error('Stopped.');

interface ProgramOptions {
  readonly signal: AbortSignal;
  /** Variables in addition to those of this process. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs Vitest in a copy of the source, and returns its output. */
export const runVitest = (
  folder: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<string> => runProgram(folder, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], options);

/**
 * Runs a Node program in a copy of the source, and returns its output. The program has a separate process
 * group: `signal` kills it with all its child processes.
 */
export const runProgram = (
  folder: string,
  args: readonly string[],
  { signal, variables = {} }: ProgramOptions,
): Promise<string> =>
  new Promise<string>((resolve, reject) => {
    if (signal.aborted) return reject(stopped());
    const child = spawn(process.execPath, args, {
      ...{ cwd: folder, env: { ...environment(), ...variables }, detached: process.platform !== 'win32' },
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
