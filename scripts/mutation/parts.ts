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
  /** How many test files run at the same time. Tests of the cloud wait more than they work. */
  readonly workers: number;
}

const form: Suite = {
  tests: ['test/shared', 'test/web', 'test/pdf/draw-application-pdf.test.ts'],
  needsCloud: false,
  turns: [4, 12, 40, Number.POSITIVE_INFINITY],
  workers: 2,
};

/** Generated histories in memory, and calls to the local cloud. Long ones that reach nothing else are left out. */
const functions: Suite = {
  tests: [
    'test/http',
    'test/runtime',
    'test/faults',
    'test/conversion/one-at-a-time.test.ts',
    'test/conversion/repeated-events.test.ts',
    ...[
      'account',
      'application',
      'application-pdf',
      'compression',
      'device-link',
      'documents',
      'journal',
      'late-receipts',
      'mail-links',
      'origin-secret',
      'session-renewal',
      'several-sign-ups',
      'shapes',
      'staff',
      'stored-answers',
      'strangers',
      'validation-reports',
      'whole-form',
    ].map((name) => `test/endpoints/${name}.test.ts`),
  ],
  needsCloud: true,
  turns: [3, 10, 24],
  workers: 4,
};

/** The folders whose mutants are counted. */
export const parts = {
  'shared/form': form,
  'lambdas/store': functions,
  'lambdas/http': functions,
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
