import { test as base, type Page } from '@playwright/test';

export { type Browser, expect, type Page, type Request } from '@playwright/test';

/** A value of this worker's cloud, set by the global set-up; read when needed, because workers inherit the environment. */
const ofCloud = (name: 'URL' | 'DATA') =>
  String(
    process.env[`MATRICULA_${name}`] ?? process.env[`MATRICULA_${name}_${process.env.TEST_PARALLEL_INDEX}`],
  );
export const cloudUrl = () => ofCloud('URL');
export const cloudData = () => ofCloud('DATA');

interface Fixtures {
  /** A page of a member of the staff, in a browser of their own. */
  readonly reader: Page;
}

/** Every test opens the local cloud that the set-up started for its worker. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  baseURL: async ({}, use) => use(cloudUrl()),
  reader: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL: String(baseURL) });
    await use(await context.newPage());
    await context.close();
  },
});
