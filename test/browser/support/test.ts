import { test as base } from '@playwright/test';

export { type Browser, expect, type Page } from '@playwright/test';

const worker = process.env.TEST_PARALLEL_INDEX ?? '0';
process.env.MATRICULA_URL ??= process.env[`MATRICULA_URL_${worker}`];
process.env.MATRICULA_DATA ??= process.env[`MATRICULA_DATA_${worker}`];

/** Every test opens the local cloud that the set-up started for its worker. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  baseURL: async ({}, use) => use(process.env.MATRICULA_URL),
});
