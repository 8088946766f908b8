import { comeBack } from './support/applicant.ts';
import { test as breaking } from './support/own-cloud.ts';
import { expect, type Page, test } from './support/test.ts';
import { broken } from './support/trouble.ts';

const more = (page: Page) => page.getByRole('button', { name: 'Add Another honor', exact: true });
const honor = (page: Page, number: number) => page.getByLabel(`Honor ${number} (optional)`);

test('adds blocks one by one up to the limit, and keeps their number [AA-01] [AA-02] [AA-04]', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  await expect(honor(page, 1)).toBeVisible();
  await expect(honor(page, 2)).toHaveCount(0);
  for (const number of [2, 3, 4]) {
    const stored = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/api/add-another'),
    );
    await more(page).click();
    expect((await stored).postDataJSON()).toEqual({ button_id: 'honors', num_components: number });
    await expect(honor(page, number)).toBeVisible();
  }
  await expect(more(page)).toHaveCount(0);
  await page.reload();
  await expect(honor(page, 4)).toBeVisible();
});

breaking(
  'a block that cannot be stored is not added, and says so [AA-12, ER-07]',
  async ({ page, disrupt }) => {
    await comeBack(page, { path: '/education' });
    disrupt(broken.tableWrites);
    await more(page).click();
    await expect(page.getByText('Error adding another honor').first()).toBeVisible();
    await expect(honor(page, 2)).toHaveCount(0);
  },
);

test('a visitor is told that it takes an account [AA-05, RO-05]', async ({ page }) => {
  await page.goto('/education');
  await expect(honor(page, 1)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add Another/ })).toHaveCount(0);
  await expect(
    page.getByText('This question can be finished once you have created an account.').first(),
  ).toBeVisible();
});

test('no more than ten blocks are ever stored [AA-03]', async ({ page }) => {
  await comeBack(page);
  const put = (num_components: number) =>
    page.request.put('/api/add-another', { data: { button_id: 'honors', num_components } });
  expect((await put(11)).status()).toBe(400);
  expect((await put(10)).status()).toBe(200);
});
