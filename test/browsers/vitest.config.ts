import { defineConfig } from 'vitest/config';

/**
 * The same flows in every browser engine. `npx matricula lab test browsers` finds the browsers and starts
 * this.
 */
export default defineConfig({
  test: {
    include: ['test/browsers/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // A file for each engine; each starts a browser and a cloud of its own.
    maxWorkers: 2,
  },
});
