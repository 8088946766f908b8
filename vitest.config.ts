import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest. One that started last would keep all workers but its own waiting. */
const longest = ['endpoints/account.', 'faults/', 'grants/', 'tools/', 'operator/', 'endpoints/'];

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
const tools = ['test/tools/**/*.test.ts', 'scripts/local-cloud/test/**/*.test.ts'];
const elsewhere = ['test/browsers/**', 'test/image/**', 'node_modules/**'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'product',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...tools, ...elsewhere],
        },
      },
      { extends: true, test: { name: 'tools', include: tools } },
    ],
    // Far longer than a test takes, so that the suite passes on a machine that is busy with other work too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // Tests wait more than they work: eight at a time keep two cores busy.
    maxWorkers: 8,
    sequence: { sequencer: LongestFirst },
  },
});
