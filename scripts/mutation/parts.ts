import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder whose mutants are counted together, and the tests that may notice them. */
export interface Part {
  readonly folder: string;
  /** Folders and files of tests. */
  readonly tests: readonly string[];
  /** Whether its tests start the cloud, which is then built once with the mutants in it. */
  readonly needsCloud: boolean;
}

/** Tests of functions: generated histories in memory, and calls to the local cloud. Long ones that add little are left out. */
const functionTests = [
  'test/http',
  'test/runtime',
  'test/faults/answers.test.ts',
  'test/faults/contention.test.ts',
  'test/faults/documents.test.ts',
  'test/faults/submission.test.ts',
  'test/endpoints',
];

export const parts = {
  'shared/form': { folder: 'shared/form', tests: ['test/shared', 'test/web'], needsCloud: false },
  'lambdas/store': { folder: 'lambdas/store', tests: functionTests, needsCloud: true },
  'lambdas/http': { folder: 'lambdas/http', tests: functionTests, needsCloud: true },
} as const satisfies Readonly<Record<string, Part>>;

export type PartName = keyof typeof parts;

export const isPartName = (name: string): name is PartName => Object.hasOwn(parts, name);

/** Files in these folders whose names end so, by their paths in the source. */
export const filesIn = (source: string, paths: readonly string[], ending: string): readonly string[] =>
  paths
    .flatMap((path) =>
      path.endsWith(ending)
        ? [path]
        : readdirSync(join(source, path), { recursive: true, encoding: 'utf8' })
            .filter((name) => name.endsWith(ending))
            .map((name) => `${path}/${name.replaceAll('\\', '/')}`),
    )
    .sort();
