import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Tests that may notice mutants. */
export interface Suite {
  /** Folders and files of tests. */
  readonly tests: readonly string[];
  /** Whether its tests start the cloud, which is then built once with the mutants in it. */
  readonly needsCloud: boolean;
  /** How many tests try a mutant before the other mutants have their turn. What survives the last of them has survived. */
  readonly turns: readonly number[];
  /** Whether modules keep what they computed for a form, so that a mutant may leave it behind for the next one. */
  readonly remembers: boolean;
  /** How many test files run at the same time. */
  readonly workers: number;
}

const form: Suite = {
  tests: ['test/shared', 'test/web', 'test/pdf/draw-application-pdf.test.ts'],
  needsCloud: false,
  turns: [4, 12, 40, Number.POSITIVE_INFINITY],
  remembers: true,
  workers: 2,
};

const endpoints = (...names: readonly string[]) => names.map((name) => `test/endpoints/${name}.test.ts`);

/** Tests of the cloud wait more than they work. */
const cloud = { needsCloud: true, turns: [2, 6, 20], remembers: false, workers: 4 } as const;

/** The store on a table of its own, generated histories in memory, and calls to the local cloud that reach most of it. */
const store: Suite = {
  ...cloud,
  tests: ['test/store', 'test/faults', ...endpoints('application', 'journal', 'staff', 'stored-answers')],
};

/** The middlewares alone, and those calls to the local cloud that are about them. */
const http: Suite = {
  ...cloud,
  tests: [
    'test/http',
    'test/runtime',
    'test/faults/contention.test.ts',
    ...endpoints('application', 'device-link', 'journal', 'origin-secret', 'session-renewal', 'staff'),
  ],
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
