import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runVitest } from '../source-copy/run-program.ts';
import type { Suite } from './parts.ts';
import { type Note, type Plan, planVariable, readNotes } from './plan.ts';

/** Milliseconds for the runner itself, in addition to the limit of the test that it runs. */
const patience = 30_000;
/** Milliseconds within which the first test must begin, even on a busy machine. */
const startMs = 180_000;

export interface TestRuns {
  readonly copy: string;
  readonly mutants: number;
  readonly suite: Omit<Suite, 'tests' | 'needsCloud'>;
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface RunResult {
  readonly notes: readonly Note[];
  /** The mutants that caused a timeout. */
  readonly stuck: readonly number[];
  readonly said: string;
}

const notesIn = (folder: string): readonly (readonly Note[])[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readNotes(readFileSync(join(folder, name), 'utf8')));

type Began = Extract<Note, { what: 'began' }>;

/** Reads the notes of a run until it ends. */
class Watch {
  readonly #folder: string;
  readonly #work: Plan['work'];
  /** Time of the last note of each process, by its first note. */
  readonly #heard = new Map<string, { readonly notes: number; readonly at: number }>();
  readonly #start = performance.now();

  constructor(folder: string, work: Plan['work']) {
    this.#folder = folder;
    this.#work = work;
  }

  /** The tests that have exceeded their timeout. */
  overdue(): readonly Began[] {
    const now = performance.now();
    return notesIn(this.#folder).flatMap((notes) => {
      const [name, last] = [JSON.stringify(notes[0]), notes.at(-1)];
      const before = this.#heard.get(name);
      if (before?.notes !== notes.length) this.#heard.set(name, { notes: notes.length, at: now });
      else if (last?.what === 'began' && now - before.at > last.milliseconds + patience) return [last];
      return [];
    });
  }

  /** True if a mutant that is active throughout the run was killed. The run can stop. */
  get isDecided(): boolean {
    return (
      this.#work === 'alone' &&
      notesIn(this.#folder)
        .flat()
        .some(({ what }) => what === 'failed')
    );
  }

  /** True if no test has begun in time. The mutant that is active throughout the run prevents it. */
  get isLate(): boolean {
    const isOverdue = this.#work === 'alone' && performance.now() - this.#start > startMs;
    return isOverdue && notesIn(this.#folder).length === 0;
  }
}

/** Runs tests of the copy according to a plan, until they end or a mutant causes a timeout. */
export async function runPlan(
  { copy, mutants, suite, variables, signal }: TestRuns,
  plan: Pick<Plan, 'work' | 'tests' | 'limits' | 'files'>,
): Promise<RunResult> {
  const folder = join(copy, '.cache/mutation');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const planFile = join(folder, 'plan.json');
  writeFileSync(planFile, JSON.stringify({ ...plan, mutants, folder } satisfies Plan));
  const ending = new AbortController();
  const stuck: number[] = [];
  const watch = new Watch(folder, plan.work);
  const timer = setInterval(() => {
    stuck.push(...watch.overdue().map(({ mutant }) => mutant));
    if (watch.isLate) stuck.push(...Object.values(plan.tests).flat().slice(0, 1));
    if (stuck.length > 0 || watch.isDecided) ending.abort();
  }, 250);
  const config = join(copy, 'scripts/lab/mutation/vitest.config.ts');
  try {
    const said = await runVitest(copy, ['run', '--root', copy, '--config', config, '--reporter', 'dot'], {
      signal: AbortSignal.any([signal, ending.signal]),
      variables: { ...variables, [planVariable]: planFile, MUTATION_WORKERS: String(suite.workers) },
    }).catch((error: unknown) => {
      if (signal.aborted || !ending.signal.aborted) throw error;
      return '';
    });
    return { notes: notesIn(folder).flat(), stuck, said };
  } finally {
    clearInterval(timer);
  }
}
