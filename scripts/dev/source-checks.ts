import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { root } from '../build/root.ts';
import type { ErrorList } from './error-list.ts';

interface Check {
  readonly problem: string;
  /** The files whose edits it checks, by their paths in the project. */
  readonly files: RegExp;
  readonly args: readonly string[];
}

const main = join(root, 'scripts/main.ts');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const buildInfo = join(root, '.cache/dev/types.tsbuildinfo');

/** Each check runs in a separate process, which reads the current sources. */
const checks: readonly Check[] = [
  { problem: 'The form or a partner has an error.', files: /^shared\//, args: [main, 'check-forms'] },
  {
    problem: 'There are type errors.',
    files: /\.tsx?$/,
    args: [tsc, '--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', buildInfo, '--pretty', 'false'],
  },
];

/** Delay before the checks start. The open page shows the edit first. */
const delayMs = 1_000;

/** Checks the form and the types after each edit, and reports what they find. */
export class SourceChecks {
  readonly #errors: ErrorList;
  /** Checks that have not ended since an edit of their files. */
  readonly #pending = new Set<Check>(checks);
  #timer: NodeJS.Timeout | undefined;
  #child: ChildProcess | undefined;

  constructor(errors: ErrorList) {
    this.#errors = errors;
  }

  /**
   * Schedules the checks that apply to these edited files, and repeats those that an earlier edit started but
   * did not finish.
   */
  start(names: readonly string[] = []): void {
    this.stop();
    for (const check of checks) if (names.some((name) => check.files.test(name))) this.#pending.add(check);
    this.#timer = setTimeout(() => void this.#runAll(), delayMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #runAll() {
    for (const check of this.#pending) {
      const { problem, args } = check;
      const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
      this.#child = child;
      lowerPriority(child);
      const found = await outcomeOf(child);
      if (this.#child !== child) return;
      this.#pending.delete(check);
      this.#errors.report(problem, found);
    }
    this.#child = undefined;
  }
}

/** Output of a failed check; undefined if it passed. */
async function outcomeOf(child: ChildProcess): Promise<string | undefined> {
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => parts.push(part));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return code === 0 ? undefined : Buffer.concat(parts).toString().trim();
}

/** Gives priority to the page and the functions. */
function lowerPriority({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}
