/** The memory that all threads of a test run share. */

/** The name under which threads get the memory from the thread that starts them. */
export const memoryName = 'matricula-mutants';

/** Places of the memory. What follows counts, for each mutant, where it was reached. */
export const place = { active: 0, phase: 1, first: 2 } as const;

/**
 * Phases of a test run: modules, hooks, or a test. Each mutant records the phases in which it was reached.
 */
export const phase = { modules: 1, hooks: 2, test: 4 } as const;

/** `active` when no mutant is on. Mutants count from 1. */
export const noMutant = 0;

export const memoryFor = (mutants: number) =>
  new Int32Array(new SharedArrayBuffer((place.first + mutants + 1) * Int32Array.BYTES_PER_ELEMENT));
