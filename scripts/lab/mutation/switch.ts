import { memoryName, phase, place } from './mutant-memory.ts';

/**
 * The instrumented source imports this module to find out which mutant is active. It has no Node imports,
 * because it also becomes part of the functions' bundles and of the pages. All threads of a test run share
 * one memory, so functions in threads of the local cloud use the same switch.
 */

interface Threads {
  readonly isMainThread: boolean;
  readonly getEnvironmentData: (name: string) => unknown;
}

const threads: Threads | undefined =
  typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:worker_threads');
const given = threads?.getEnvironmentData(memoryName);
const memory = given instanceof Int32Array ? given : undefined;

// A function's thread loads its whole bundle before the first event. Code that runs in that time does not run
// again for a later mutant.
let isLoading = threads?.isMainThread === false;
if (isLoading) setImmediate(() => (isLoading = false));

/** True if this mutant is active. Records that it was reached. */
export function isOn(mutant: number): boolean {
  if (memory === undefined) return false;
  const running = isLoading ? phase.modules : (memory[place.phase] ?? phase.modules);
  memory[place.first + mutant] = (memory[place.first + mutant] ?? 0) | running;
  return memory[place.active] === mutant;
}
