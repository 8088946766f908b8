import { expect, type Page } from './test.ts';

/** Saves something as the page's own calls do; whoever is logged in on the page. */
export async function put(page: Page, path: string, data: object): Promise<void> {
  const saved = await page.request.put(path, { data });
  expect(saved.ok()).toBe(true);
}
