import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setEnvironmentData } from 'node:worker_threads';
import {
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type SerializedConfig,
  TestRunner,
  type TestTryOptions,
} from 'vitest';
import { memoryFor, memoryName, noMutant, phase, place } from './mutant-memory.ts';
import { type Note, planVariable, readPlan } from './plan.ts';

const isTest = (task: RunnerTask): task is RunnerTestCase => task.type === 'test';

const testsIn = (task: RunnerTask): readonly RunnerTestCase[] =>
  isTest(task) ? [task] : task.tasks.flatMap(testsIn);

const fullName = (task: RunnerTask): string =>
  `${task.suite === undefined ? `${task.file.name}:` : fullName(task.suite)} ${task.name}`;

const firstLine = (text = ''): string => text.split('\n')[0] ?? '';

/**
 * Runs each test of a file once per mutant. Setup of the file (a cloud, a history) runs only once. After a
 * failure, the test runs again without the mutant: if it fails again, the mutant left state behind.
 */
export default class MutationTestRunner extends TestRunner {
  readonly #plan = readPlan(readFileSync(process.env[planVariable] ?? '', 'utf8'));
  readonly #memory = memoryFor(this.#plan.mutants);
  #waiting: number[] = [];
  /** The first mutant of a process cannot find state of another mutant. */
  #judged = 0;
  #mustPass = false;
  #isOver = false;
  #began = 0;

  constructor(config: SerializedConfig) {
    super(config);
    setEnvironmentData(memoryName, this.#memory);
  }

  /** Writes one file per process: lines of several processes would mix. */
  #note(note: Note): void {
    appendFileSync(join(this.#plan.folder, `${process.pid}.jsonl`), `${JSON.stringify(note)}\n`);
  }

  #marker = (mutant: number): string => join(this.#plan.folder, `killed-${mutant}`);
  #isKilled = (mutant: number): boolean => existsSync(this.#marker(mutant));

  get #active(): number {
    return this.#memory[place.active] ?? noMutant;
  }

  set #active(mutant: number) {
    this.#memory[place.active] = mutant;
  }

  #reachedBy(running: number): number[] {
    const numbers = Array.from({ length: this.#plan.mutants }, (_, index) => index + 1);
    return numbers.filter((mutant) => ((this.#memory[place.first + mutant] ?? 0) & running) !== 0);
  }

  /** Before the modules of the file are imported. */
  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    this.#memory[place.phase] = phase.modules;
    const [only] = Object.values(this.#plan.tests).flat();
    if (this.#plan.work === 'alone' && only !== undefined) this.#active = only;
  }

  /** Tests run one at a time, because only one mutant can be active. */
  onCollected(files: RunnerTestFile[]): void {
    this.#memory[place.phase] = phase.hooks;
    for (const test of files.flatMap(testsIn)) test.concurrent = false;
  }

  override async onBeforeRunTask(task: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(task);
    if (!isTest(task) || task.mode === 'skip' || this.#plan.work === 'cover') return;
    const mutants = this.#plan.tests[task.id]?.filter((mutant) => !this.#isKilled(mutant)) ?? [];
    if (mutants.length === 0 || this.#isOver) {
      task.mode = 'skip';
      return;
    }
    this.#waiting = [...mutants];
    if (this.#plan.work === 'rounds') task.repeats = 2 * mutants.length;
  }

  override onBeforeTryTask(task: RunnerTask, options: TestTryOptions): void {
    super.onBeforeTryTask(task, options);
    if (!isTest(task)) return;
    if (this.#plan.work !== 'cover' && !this.#mustPass) this.#beginNext(task);
    for (let index = place.first; index < this.#memory.length && this.#plan.work === 'cover'; index++)
      this.#memory[index] = (this.#memory[index] ?? 0) & ~phase.test;
    this.#memory[place.phase] = phase.test;
    this.#began = performance.now();
  }

  #beginNext(test: RunnerTestCase): void {
    const mutant = this.#waiting.find((each) => !this.#isKilled(each));
    if (mutant === undefined || this.#isOver) test.context.skip();
    this.#waiting = this.#waiting.slice(this.#waiting.indexOf(mutant) + 1);
    this.#active = mutant;
    this.#judged += 1;
    this.#note({ what: 'began', mutant, test: test.id, milliseconds: this.#limitOf(test) });
  }

  #limitOf = ({ id }: RunnerTestCase): number => this.#plan.limits[id] ?? 180_000;

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (this.#plan.work === 'cover') return run();
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error('The mutant keeps the test from ending.')),
      this.#limitOf(test),
    );
    try {
      await Promise.race([run(), promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    this.#memory[place.phase] = phase.hooks;
    const { result } = test;
    if (result === undefined || result.state === 'skip') return;
    const error = result.state === 'fail' ? firstLine(result.errors?.at(-1)?.message) : undefined;
    if (this.#plan.work === 'cover') this.#noteCover(test, error === undefined);
    else this.#judge(test, error);
    if (this.#plan.work !== 'rounds') return;
    result.errors = undefined;
    result.state = 'run';
  }

  #noteCover(test: RunnerTestCase, passed: boolean): void {
    const milliseconds = Math.round(performance.now() - this.#began);
    const mutants = this.#reachedBy(phase.test);
    const file = test.file.filepath;
    this.#note({ what: 'covered', file, test: test.id, name: fullName(test), passed, milliseconds, mutants });
  }

  #judge(test: RunnerTestCase, error: string | undefined): void {
    const mutant = this.#active;
    if (this.#mustPass) this.#endCheck(test, error);
    else if (error === undefined) this.#note({ what: 'survived', mutant, test: test.id });
    else this.#beginCheck(test, error);
  }

  #suspect: { readonly mutant: number; readonly error: string } | undefined;

  #beginCheck(test: RunnerTestCase, error: string): void {
    const mutant = this.#active;
    const isCertain = this.#plan.work === 'alone' || this.#judged === 1;
    if (isCertain) this.#kill(test, mutant, error);
    if (this.#plan.work === 'alone') return;
    this.#suspect = { mutant, error };
    this.#active = noMutant;
    this.#mustPass = true;
  }

  #endCheck(test: RunnerTestCase, error: string | undefined): void {
    this.#mustPass = false;
    if (this.#suspect === undefined) return;
    if (error !== undefined) {
      this.#isOver = true; // the next test needs a new process
      this.#note({ what: 'spoiled', mutant: this.#suspect.mutant, test: test.id });
    } else if (this.#judged > 1) this.#kill(test, this.#suspect.mutant, this.#suspect.error);
  }

  #kill(test: RunnerTestCase, mutant: number, message: string): void {
    this.#note({ what: 'failed', mutant, test: test.id, name: fullName(test), message });
    writeFileSync(this.#marker(mutant), '');
    if (this.#plan.work === 'alone') this.#isOver = true;
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files);
    if (this.#plan.work !== 'cover') return;
    for (const { filepath: file } of files) {
      const [modules, hooks] = [this.#reachedBy(phase.modules), this.#reachedBy(phase.hooks)];
      this.#note({ what: 'outside', file, modules, hooks });
    }
  }
}
