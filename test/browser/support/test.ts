import { test as base } from '@playwright/test';

export { type Browser, expect, type Page } from '@playwright/test';

/** What the set-up says of this worker's cloud; asked when it is needed, because workers inherit what others have set. */
const ofCloud = (name: 'URL' | 'DATA') =>
  String(
    process.env[`MATRICULA_${name}`] ?? process.env[`MATRICULA_${name}_${process.env.TEST_PARALLEL_INDEX}`],
  );
export const cloudUrl = () => ofCloud('URL');
export const cloudData = () => ofCloud('DATA');

/** Every test opens the local cloud that the set-up started for its worker. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  baseURL: async ({}, use) => use(cloudUrl()),
});
