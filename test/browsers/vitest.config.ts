import { defineConfig } from 'vitest/config';

/**
 * The same flows in every browser engine. `npm test -- browsers` finds the browsers and starts
 * this.
 */
export default defineConfig({
  test: {
    include: ['test/browsers/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // One file per engine. Each file starts its own browser and local cloud.
    maxWorkers: 2,
  },
});
