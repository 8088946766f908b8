import { expect, type Page } from './test.ts';

/** Saves data for the user who is logged in on the page, by the same request as the page's own. */
export async function saveAnswers(page: Page, path: string, data: object): Promise<void> {
  const saved = await page.request.put(path, { data });
  expect(saved.ok()).toBe(true);
}

/** The answers that the server has of the user who is logged in on the page. */
export const savedAnswers = async (page: Page): Promise<Record<string, string | boolean>> =>
  (await (await page.request.get('/api/profile')).json()).answer;

/** Marks the application as one that was submitted with errors, which its pages show from then on. */
export async function startValidating(page: Page): Promise<void> {
  for (const web_status of ['started', 'validating'])
    expect((await page.request.post('/api/web-status', { data: { web_status } })).ok()).toBe(true);
}
