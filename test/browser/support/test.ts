import { test as base } from '@playwright/test';

export { type Browser, expect, type Page } from '@playwright/test';

/** Every test opens the local cloud that the set-up started. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  baseURL: async ({}, use) => use(process.env.MATRICULA_URL),
});
