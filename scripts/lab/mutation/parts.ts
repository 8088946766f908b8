import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Tests that may notice mutants. */
export interface Suite {
  /** Folders and files of tests. */
  readonly tests: readonly string[];
  /** True if its tests start the local cloud, which is then built once, with the mutants in it. */
  readonly needsCloud: boolean;
  /**
   * Test time per mutant in each round, in milliseconds. A mutant that survives the last round counts as
   * survived. A suite of long tests therefore reports too many survivors rather than too few.
   */
  readonly turns: readonly number[];
  /** Test time in milliseconds for a mutant that is active from the start of a separate process. */
  readonly alone: number;
  /**
   * True if modules cache values that they computed for a form. A mutant may leave a wrong value for the next
   * mutant.
   */
  readonly remembers: boolean;
  /** Test files that run at the same time. */
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

/**
 * The store on a separate table, and generated histories in memory. Calls to the local cloud would detect
 * more mutants, but take hours.
 */
const store: Suite = {
  tests: ['test/store', 'test/use-cases', 'test/faults'],
  needsCloud: false,
  turns: [2_000, 10_000, 40_000],
  alone: 10_000,
  remembers: false,
  workers: 2,
};

/** The middlewares, and the calls to the local cloud that test them. */
const http: Suite = {
  tests: [
    'test/http',
    'test/runtime',
    'test/faults/contention.test.ts',
    ...['application', 'origin-secret', 'sessions', 'staff', 'staff-view'].map(
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
  'lambdas/table': store,
  'lambdas/http': http,
} as const satisfies Readonly<Record<string, Suite>>;

export type PartName = keyof typeof parts;

export const isPartName = (name: string): name is PartName => Object.hasOwn(parts, name);

/** Files in these folders with this suffix, by path. */
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
