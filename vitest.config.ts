import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/browser/**', 'test/browsers/**', 'test/image/**', 'node_modules/**'],
    // Far longer than a test takes, so that the suite passes on a machine that is busy with other work too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // Tests wait more than they work: four at a time keep two cores busy.
    maxWorkers: 4,
  },
});
