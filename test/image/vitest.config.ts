import { defineConfig } from 'vitest/config';

/**
 * Checks of the office converter's image. `npm test -- image` builds the image and starts this.
 */
export default defineConfig({
  test: {
    include: ['test/image/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // One after the other: they measure.
    fileParallelism: false,
  },
});
