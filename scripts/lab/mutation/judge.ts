import { Coverage, type Covered } from './coverage.ts';
import type { Note } from './plan.ts';
import { type RunResult, runPlan, type TestRuns } from './test-runs.ts';

export interface Verdict {
  readonly is: 'killed' | 'timed out' | 'survived' | 'not reached';
  /** The test that detected the mutant, and its message. */
  readonly by?: string;
  readonly message?: string;
}

/** Milliseconds. Generous: only a mutant, not a busy machine, should cause a timeout. */
const limitOf = ({ milliseconds }: Covered): number => 30_000 + 10 * milliseconds;

const pairOf = (mutant: number, test: string): string => `${mutant} ${test}`;

/** The first of these tests whose total time fits the limit, at least one. */
function within(milliseconds: number, tests: readonly Covered[]): readonly Covered[] {
  let sum = 0;
  return tests.filter((test, index) => {
    sum += test.milliseconds;
    return sum <= milliseconds || index === 0;
  });
}

/** Judges mutants by running the tests that reach them. */
export class Judge {
  readonly #runs: TestRuns;
  readonly #say: (text: string) => void;
  readonly #verdicts = new Map<number, Verdict>();
  /** Pairs of a mutant and a test that did not detect it. */
  readonly #done = new Set<string>();
  /** Number of mutants, active from the start, that each test file has killed so far. */
  readonly #kills = new Map<string, number>();
  #coverage = new Coverage([]);

  constructor(runs: TestRuns, say: (text: string) => void) {
    this.#runs = runs;
    this.#say = say;
  }

  get #numbers(): readonly number[] {
    return Array.from({ length: this.#runs.mutants }, (_, index) => index + 1);
  }

  get #alive(): readonly number[] {
    return this.#numbers.filter((mutant) => !this.#verdicts.has(mutant));
  }

  /** A verdict for each mutant, in their order. */
  async judge(files: readonly string[]): Promise<readonly Verdict[]> {
    await this.#cover(files);
    for (const milliseconds of this.#runs.suite.turns) await this.#tryMany(milliseconds);
    await this.#tryAllAlone();
    return this.#numbers.map((mutant) => this.#verdicts.get(mutant) ?? this.#withoutFailure(mutant));
  }

  #withoutFailure = (mutant: number): Verdict => ({
    is: this.#coverage.isReached(mutant) ? 'survived' : 'not reached',
  });

  /** Runs every test once without a mutant, and learns which mutants it reaches. */
  async #cover(files: readonly string[]) {
    const plan = { work: 'cover' as const, tests: {}, limits: {}, files: [...files] };
    const { notes, said } = await runPlan(this.#runs, plan);
    this.#coverage = new Coverage(notes);
    const { tests, failing } = this.#coverage;
    for (const { name } of failing) this.#say(`Left out, because it fails without a mutant: ${name}`);
    const silent = files.find(
      (name) => ![...tests, ...failing].some(({ file }) => file.endsWith(`/${name}`)),
    );
    if (silent !== undefined) throw new Error(`${silent} does not run without a mutant: ${said}`);
    const reached = this.#numbers.filter((mutant) => this.#coverage.isReached(mutant)).length;
    this.#say(`${tests.length} tests reach ${reached} of ${this.#runs.mutants} mutants.`);
  }

  #hear({ notes, stuck }: RunResult) {
    for (const note of notes) {
      if (note.what === 'failed')
        this.#end(note.mutant, { is: 'killed', by: note.name, message: note.message });
      if (note.what === 'survived') this.#done.add(pairOf(note.mutant, note.test));
    }
    for (const mutant of stuck) this.#end(mutant, { is: 'timed out' });
  }

  #end(mutant: number, verdict: Verdict) {
    if (!this.#verdicts.has(mutant)) this.#verdicts.set(mutant, verdict);
  }

  /**
   * The tests that still have to try mutants. For each mutant, those of the first tests that fit the time
   * limit.
   */
  #waiting(milliseconds: number): ReadonlyMap<Covered, readonly number[]> {
    const waiting = new Map<Covered, number[]>();
    for (const mutant of this.#alive)
      for (const covered of within(milliseconds, this.#coverage.reaching(mutant)))
        if (!this.#done.has(pairOf(mutant, covered.test)))
          waiting.set(covered, [...(waiting.get(covered) ?? []), mutant]);
    return waiting;
  }

  /** Tries many mutants per process. Each process sets up its tests only once. */
  async #tryMany(milliseconds: number) {
    const next = () => this.#waiting(milliseconds);
    for (let waiting = next(); waiting.size > 0; waiting = next()) {
      this.#say(`${this.#alive.length} mutants are alive; ${waiting.size} tests try some of them.`);
      const before = this.#done.size + this.#verdicts.size;
      const result = await this.#run('rounds', waiting);
      this.#hear(result);
      for (const note of result.notes) if (note.what === 'spoiled') await this.#tryAgain(note);
      if (this.#done.size + this.#verdicts.size === before)
        throw new Error(`The tests do not run: ${result.said}`);
    }
  }

  /** Repeats a test in a separate process: its mutant left state behind, or found state of another mutant. */
  async #tryAgain({ mutant, test }: Extract<Note, { what: 'spoiled' }>) {
    const covered = this.#coverage.tests.find((each) => each.test === test);
    if (covered === undefined || this.#verdicts.has(mutant)) return;
    this.#hear(await this.#run('rounds', new Map([[covered, [mutant]]])));
    this.#done.add(pairOf(mutant, test));
  }

  #run(work: 'rounds' | 'alone', tried: ReadonlyMap<Covered, readonly number[]>): Promise<RunResult> {
    const tests = [...tried.keys()];
    return runPlan(this.#runs, {
      ...{ work, files: [...new Set(this.#inOrder(tests).map(({ file }) => file))] },
      tests: Object.fromEntries(tests.map((each) => [each.test, [...(tried.get(each) ?? [])]])),
      limits: Object.fromEntries(tests.map((each) => [each.test, limitOf(each)])),
    });
  }

  /** Tests ordered by file: files with the most kills first, then the fastest. */
  #inOrder(tests: readonly Covered[]): readonly Covered[] {
    const times = new Map<string, number>();
    for (const { file, milliseconds } of tests) times.set(file, (times.get(file) ?? 0) + milliseconds);
    const rank = ({ file }: Covered) => (this.#kills.get(file) ?? 0) * 1e6 - (times.get(file) ?? 0);
    return tests.toSorted((one, other) => rank(other) - rank(one));
  }

  /**
   * Code that runs while modules load runs once per process. A mutant in such code therefore gets a separate
   * process, where it is active from the start. The same applies to survivors if modules cache computed
   * values, maybe of another mutant.
   */
  async #tryAllAlone() {
    const waiting = this.#alive.filter(
      (mutant) =>
        this.#coverage.needsStart(mutant) || (this.#runs.suite.remembers && this.#coverage.isReached(mutant)),
    );
    for (const [index, mutant] of waiting.entries()) {
      if (index % 10 === 0) this.#say(`${waiting.length - index} mutants need a process of their own.`);
      await this.#tryAlone(mutant);
    }
  }

  async #tryAlone(mutant: number) {
    const tests = within(this.#runs.suite.alone, this.#inOrder(this.#coverage.fromStart(mutant)));
    const result = await this.#run('alone', new Map(tests.map((test) => [test, [mutant]])));
    this.#hear(result);
    const killer = result.notes.find((note) => note.what === 'failed');
    const { file } = tests.find(({ test }) => test === killer?.test) ?? {};
    if (file !== undefined) this.#kills.set(file, (this.#kills.get(file) ?? 0) + 1);
    const began = new Set(result.notes.flatMap((note) => (note.what === 'began' ? [note.test] : [])));
    const unable = tests.find(({ test }) => !began.has(test));
    if (unable !== undefined)
      this.#end(mutant, { is: 'killed', by: unable.name, message: 'It cannot start.' });
  }
}
