import { expect, type Page } from './test.ts';

/** Saves data for the user who is logged in on the page, by the same request as the page's own. */
export async function saveAnswers(page: Page, path: string, data: object): Promise<void> {
  const saved = await page.request.put(path, { data });
  expect(saved.ok()).toBe(true);
}
