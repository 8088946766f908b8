import { expect, type Page } from './test.ts';

/** Ends the session of the applicant logged in on a page, from outside: the page's own cookies stay. */
export async function revokeSessionElsewhere(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const ended = await fetch(new URL('/api/logout', page.url()), { headers: { cookie } });
  expect(ended.ok).toBe(true);
}
