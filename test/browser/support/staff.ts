import { expect, type Page } from './test.ts';

/** Signs a person in to the console through the identity provider, and waits for the page. */
export async function signInAsStaff(page: Page, name: string, path = '/staff'): Promise<void> {
  await page.goto(`/api/staff/sign-in?to=${encodeURIComponent(path)}`);
  await page.getByRole('button', { name }).click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith('/staff'));
}
