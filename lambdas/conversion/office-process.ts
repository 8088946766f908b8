import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * The end of a LibreOffice run. Its exit code is no help: it is 0 even when a document cannot be loaded.
 */
export type ProcessOutcome = 'ended' | 'died' | 'missing' | 'took too long' | 'stopped';

export interface OfficeLimits {
  /** When a run is killed. */
  readonly ms: number;
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
 * A profile without the program's build makes LibreOffice start twice, which costs 0.1 seconds.
 */
const script = `
ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; ulimit -c 0 2>/dev/null
isolated="$3"; shift 3
program="$(command -v "$1")" || exit 127
sed -n 's/^buildid=//p' "$(dirname "$(readlink -f "$program")")/versionrc" > profile/user/extensions/buildid
if [ "$isolated" = yes ]; then
  for alone in 'unshare -n' 'unshare -rn'; do
    if $alone true 2>/dev/null; then exec $alone "$@"; fi
  done
fi
exec "$@"`;

/** The shell's exit code for a program that it cannot find. */
const notFound = 127;

/** Runs LibreOffice in its own process group and kills every process of it at the end. */
export const runWithLimits = async (run: Run): Promise<ProcessOutcome> => {
  const child = start(run);
  try {
    const [code] = await once(child, 'exit');
    if (code === 0) return 'ended';
    if (child.killed) return 'took too long';
    return code === notFound ? 'missing' : 'died';
  } catch (error) {
    if (run.signal?.aborted) return 'stopped';
    throw error;
  } finally {
    killGroup(child);
  }
};

const start = ({ program, args, folder, limits, signal }: Run) => {
  const numbers = [String(limits.memoryKilobytes), String(Math.ceil(limits.ms / 1000))];
  return spawn(
    '/bin/sh',
    ['-c', script, 'sh', ...numbers, limits.isolated ? 'yes' : 'no', program, ...args],
    {
      ...{ cwd: folder, detached: true, stdio: 'ignore' },
      ...{ timeout: limits.ms, killSignal: 'SIGKILL', signal },
      // Passes only these variables on, because a function's environment contains credentials.
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
    },
  );
};

const killGroup = ({ pid }: ChildProcess) => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
};
