import type { Note } from './plan.ts';

/** A test that passes, how long it takes, and the mutants that it reaches. */
export type Covered = Extract<Note, { what: 'covered' }>;
type Outside = Extract<Note, { what: 'outside' }>;

/** The mutants that each test reaches, measured once. */
export class Coverage {
  readonly tests: readonly Covered[];
  /** Tests that fail without any mutant. They prove nothing. */
  readonly failing: readonly Covered[];
  readonly #outside: readonly Outside[];

  constructor(notes: readonly Note[]) {
    const covered = notes.filter((note) => note.what === 'covered');
    this.tests = covered.filter(({ passed }) => passed);
    this.failing = covered.filter(({ passed }) => !passed);
    this.#outside = notes.filter((note) => note.what === 'outside');
  }

  /** The tests that reach a mutant themselves, the quickest and most specific first. */
  reaching(mutant: number): readonly Covered[] {
    const price = ({ milliseconds, mutants }: Covered) => (milliseconds + 20) * Math.sqrt(mutants.length);
    return this.tests
      .filter(({ mutants }) => mutants.includes(mutant))
      .sort((one, other) => price(one) - price(other));
  }

  #loading = ({ file }: Pick<Covered, 'file'>, mutant: number): boolean =>
    this.#outside.some((each) => each.file === file && each.modules.includes(mutant));

  #preparing = ({ file }: Pick<Covered, 'file'>, mutant: number): boolean =>
    this.#outside.some((each) => each.file === file && each.hooks.includes(mutant));

  /**
   * True if a mutant must be active from the start of a process: modules reach it, or hooks reach it and no
   * test does.
   */
  needsStart(mutant: number): boolean {
    const isLoaded = this.tests.some((test) => this.#loading(test, mutant));
    return isLoaded || (this.reaching(mutant).length === 0 && this.fromStart(mutant).length > 0);
  }

  /** The tests that may detect a mutant that is active from the start. */
  fromStart(mutant: number): readonly Covered[] {
    const reaching = this.reaching(mutant);
    const before = this.tests.filter((test) => this.#loading(test, mutant) || this.#preparing(test, mutant));
    return [...new Set([...reaching, ...before])];
  }

  isReached(mutant: number): boolean {
    return this.fromStart(mutant).length > 0;
  }
}
