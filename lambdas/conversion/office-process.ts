import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/**
 * The end of a LibreOffice run. Its exit code is no help: it is 0 even when a document cannot be loaded.
 */
export type ProcessOutcome = 'ended' | 'died' | 'never started' | 'took too long' | 'stopped';

export interface OfficeLimits {
  /** When a run that has used no processor time is stopped. */
  readonly softMs: number;
  /** A run that works has used more processor time by then. One that hangs at its start uses less. */
  readonly startUpMs: number;
  /** When every run is killed. */
  readonly hardMs: number;
  readonly memoryKilobytes: number;
  /** Cut off the network where the system can do that. */
  readonly isolated: boolean;
}

interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly limits: OfficeLimits;
  /** Stops the program. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sets the limits, then runs the program. Where the system lacks a limit (macOS), or does not allow leaving
 * the network (inside a function, which has none), the other limits still apply.
 */
const script = `
ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; ulimit -c 0 2>/dev/null
isolated="$3"; shift 3
if [ "$isolated" = yes ]; then
  for alone in 'unshare -n' 'unshare -rn'; do
    if $alone true 2>/dev/null; then exec $alone "$@"; fi
  done
fi
exec "$@"`;

/** Runs LibreOffice in its own process group and kills every process of it at the end. */
export const runWithLimits = async (run: Run): Promise<ProcessOutcome> => {
  const child = start(run);
  const timers = new AbortController();
  const outcomes = [
    exitOf(child),
    at(run.limits.hardMs, timers.signal).then((): ProcessOutcome => 'took too long'),
    givenUp(child, run.limits, timers.signal),
    stopped(run.signal),
  ];
  try {
    return await Promise.race(outcomes);
  } finally {
    timers.abort();
    killGroup(child);
  }
};

const start = ({ program, args, folder, limits }: Run) => {
  const numbers = [String(limits.memoryKilobytes), String(Math.ceil(limits.hardMs / 1000))];
  return spawn(
    '/bin/sh',
    ['-c', script, 'sh', ...numbers, limits.isolated ? 'yes' : 'no', program, ...args],
    {
      cwd: folder,
      detached: true,
      stdio: 'ignore',
      // Passes only these variables on, because a function's environment contains credentials.
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
    },
  );
};

const exitOf = (child: ChildProcess) =>
  new Promise<ProcessOutcome>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0 ? 'ended' : 'died'));
  });

const at = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/** Resolves only for a run that hangs without working. A run that works may continue until the hard limit. */
const givenUp = async (
  child: ChildProcess,
  { softMs, startUpMs }: OfficeLimits,
  signal: AbortSignal,
): Promise<ProcessOutcome> => {
  await at(softMs, signal);
  const busy = (await processorMs(child.pid ?? 0)) > startUpMs;
  return busy ? new Promise<never>(() => {}) : 'never started';
};

const stopped = (signal: AbortSignal | undefined) =>
  new Promise<ProcessOutcome>((resolve) => {
    if (signal?.aborted) resolve('stopped');
    signal?.addEventListener('abort', () => resolve('stopped'), { once: true });
  });

const msPerTick = 10;

/** The processor time of a process group. Without /proc it is unknown, and the run counts as working. */
const processorMs = async (group: number) => {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  if (ids.length === 0) return Number.POSITIVE_INFINITY;
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')));
  const ticks = lines
    .map((line) => line.slice(line.lastIndexOf(')') + 2).split(' '))
    .filter((fields) => Number(fields[2]) === group)
    .reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0);
  return ticks * msPerTick;
};

const killGroup = ({ pid }: ChildProcess) => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
};
