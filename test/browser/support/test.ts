import { test as base } from '@playwright/test';

export { type Browser, expect, type Page, type Request } from '@playwright/test';

/** A value of this worker's cloud, set by the global set-up; read when needed, because workers inherit the environment. */
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
