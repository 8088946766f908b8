import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Tests that may notice mutants. */
export interface Suite {
  /** Folders and files of tests. */
  readonly tests: readonly string[];
  /** Whether its tests start the cloud, which is then built once with the mutants in it. */
  readonly needsCloud: boolean;
  /**
   * Milliseconds of tests that try a mutant before the other mutants have their turn. What survives the last of them has
   * survived, so a suite of long tests finds rather too many survivors than too few.
   */
  readonly turns: readonly number[];
  /** Milliseconds of tests for a mutant that is on from the start of a process of its own. */
  readonly alone: number;
  /** Whether modules keep what they computed for a form, so that a mutant may leave it behind for the next one. */
  readonly remembers: boolean;
  /** How many test files run at the same time. */
  readonly workers: number;
}

const form: Suite = {
  tests: ['test/shared', 'test/web', 'test/pdf/draw-application-pdf.test.ts'],
  needsCloud: false,
  turns: [300, 3_000, Number.POSITIVE_INFINITY],
  alone: 20_000,
  remembers: true,
  workers: 2,
};

/** The store on a table of its own, and generated histories in memory. Calls to the local cloud would find more, and take hours. */
const store: Suite = {
  tests: ['test/store', 'test/use-cases', 'test/faults'],
  needsCloud: false,
  turns: [2_000, 10_000, 40_000],
  alone: 10_000,
  remembers: false,
  workers: 2,
};

/** The middlewares alone, and those calls to the local cloud that are about them. */
const http: Suite = {
  tests: [
    'test/http',
    'test/runtime',
    'test/faults/contention.test.ts',
    ...['application', 'origin-secret', 'session-renewal', 'staff'].map(
      (name) => `test/endpoints/${name}.test.ts`,
    ),
  ],
  needsCloud: true,
  turns: [2_000, 10_000, 40_000],
  alone: 10_000,
  remembers: false,
  workers: 4,
};

/** The folders whose mutants are counted. */
export const parts = {
  'shared/form': form,
  'lambdas/store': store,
  'lambdas/http': http,
} as const satisfies Readonly<Record<string, Suite>>;

export type PartName = keyof typeof parts;

export const isPartName = (name: string): name is PartName => Object.hasOwn(parts, name);

/** Files in these folders whose names end so, by their paths in the source. */
export const filesIn = (source: string, paths: readonly string[], ending: RegExp): readonly string[] =>
  paths
    .flatMap((path) =>
      ending.test(path)
        ? [path]
        : readdirSync(join(source, path), { recursive: true, encoding: 'utf8' })
            .filter((name) => ending.test(name))
            .map((name) => `${path}/${name.replaceAll('\\', '/')}`),
    )
    .sort();
