import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest. One that started last would keep all workers but its own waiting. */
const longest = ['endpoints/account.', 'faults/', 'tools/', 'operator/', 'endpoints/'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((part) => moduleId.includes(`/test/${part}`));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

/**
 * The commands around the product, and the cloud that stands in for AWS
 * (docs/testing.md#split-of-the-suites).
 */
const tools = ['test/tools/**/*.test.ts'];
const localCloud = ['scripts/local-cloud/test/**/*.test.ts'];
/** They mock no module and change no environment for good, so that their files can share a process. */
const sharing = [
  ...['endpoints', 'operator', 'infrastructure', 'shared'].map((folder) => `test/${folder}/**/*.test.ts`),
  'test/conversion/{office-credentials,one-at-a-time,upload-events,upload-to-pdf}.test.ts',
];
/** Programs that others wrote: they are installed by hand or by CI. */
const engines = ['test/engines/**/*.test.ts'];
const elsewhere = ['test/browsers/**', 'test/image/**', 'node_modules/**'];

export default defineConfig({
  test: {
    // Whichever university is chosen.
    env: { MATRICULA_UNIVERSITY: 'shared/universities/northern-lakes' },
    projects: [
      {
        extends: true,
        test: {
          name: 'product',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...tools, ...sharing, ...engines, ...elsewhere],
        },
      },
      {
        extends: true,
        // The local cloud of each file runs in a process that has compiled its code for the file before. That
        // saves a fifth of the processor time. So these tests mock no module.
        test: { name: 'product-sharing', include: sharing, isolate: false },
      },
      { extends: true, test: { name: 'tools', include: tools } },
      { extends: true, test: { name: 'tools-local-cloud', include: localCloud, isolate: false } },
      { extends: true, test: { name: 'engines', include: engines } },
    ],
    // Far longer than a test takes, so that the suite passes on a machine that is busy with other work too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    silent: 'passed-only',
    // Tests wait a little, so three keep two cores busy. Four took as long, and eight a third longer, because
    // they displace each other's caches.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Each execution environment of a function is a thread that starts cold. Compiling code on its first call
    // and a larger young generation save a tenth of the suite's processor time.
    execArgv: ['--always-sparkplug', '--min-semi-space-size=16'],
    sequence: { sequencer: LongestFirst },
  },
});
