import { memoryName, phase, place } from './mutant-memory.ts';

/**
 * What the instrumented source asks whether one of its mutants is on. It imports nothing of Node, because it also becomes part of the
 * functions' bundles and of the pages. All threads of a test run share one memory, so that a function which the local cloud runs
 * in a thread of its own obeys the test runner too.
 */

interface Threads {
  readonly isMainThread: boolean;
  readonly getEnvironmentData: (name: string) => unknown;
}

const threads: Threads | undefined =
  typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:worker_threads');
const given = threads?.getEnvironmentData(memoryName);
const memory = given instanceof Int32Array ? given : undefined;

// A thread of a function loads its whole bundle at once. What runs meanwhile does not run again for a later mutant.
let isLoading = threads?.isMainThread === false;
if (isLoading) setImmediate(() => (isLoading = false));

/** Whether this mutant is on. Remembers that it was reached. */
export function isOn(mutant: number): boolean {
  if (memory === undefined) return false;
  const running = isLoading ? phase.modules : (memory[place.phase] ?? phase.modules);
  memory[place.first + mutant] = (memory[place.first + mutant] ?? 0) | running;
  return memory[place.active] === mutant;
}
