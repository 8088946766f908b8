import { put } from './support/answers.ts';
import { becomeApplicant, comeBack, heading, logIn } from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const first = (page: Page) => page.getByLabel('First Name', { exact: true });
const last = (page: Page) => page.getByLabel('Last Name', { exact: true });
const line = (page: Page) => page.locator('.saving-line');

const saved = async (page: Page, key: string) => {
  const { answer } = await (await page.request.get('/api/profile')).json();
  return answer[key];
};

test('answers are saved a second after the last change, and on leaving the field', async ({ page }) => {
  await comeBack(page);
  await first(page).fill('Ada');
  await expect(line(page)).toHaveText(/^Saved at \d{1,2}:\d\d [ap]m$/);
  expect(await saved(page, 'first_name')).toBe('Ada');
  // With the clock standing still no pause ends: only leaving the field can have saved.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await first(page).fill('Augusta');
  await first(page).press('Tab');
  await expect.poll(() => saved(page, 'first_name')).toBe('Augusta');
});

test('what is typed offline waits in the tab and goes out when the network returns', async ({
  page,
  context,
}) => {
  await comeBack(page);
  await context.setOffline(true);
  await first(page).fill('Ada');
  await expect(line(page)).toHaveText('Not saved - we will keep trying');
  await last(page).fill('Lindgren');
  await expect(line(page)).toHaveText('Not saved - we will keep trying');
  await context.setOffline(false);
  await expect(line(page)).toHaveText(/^Saved at /);
  expect([await saved(page, 'first_name'), await saved(page, 'last_name')]).toEqual(['Ada', 'Lindgren']);
});

test('a save whose reply was lost is repeated, and nobody is asked about it', async ({ page }) => {
  await comeBack(page);
  let isFirst = true;
  await page.route('**/api/answer', async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    await route.fetch();
    await route.abort();
  });
  await first(page).fill('Ada');
  await expect(line(page)).toHaveText('Not saved - we will keep trying');
  expect(await saved(page, 'first_name')).toBe('Ada');
  await first(page).fill('Augusta');
  await expect(line(page)).toHaveText(/^Saved at /);
  expect(await saved(page, 'first_name')).toBe('Augusta');
  await expect(page.getByRole('dialog', { name: 'Changed in another place' })).toBeHidden();
});

test('loading the page again at once shows what was typed', async ({ page }) => {
  await comeBack(page);
  for (const name of ['Ada', 'Augusta', 'Grace']) {
    await first(page).fill(name);
    await page.reload();
    await expect(first(page)).toHaveValue(name);
  }
  await expect.poll(() => saved(page, 'first_name')).toBe('Grace');
});

test('a page that is loaded again while the server does not answer keeps what was typed', async ({
  page,
}) => {
  await comeBack(page);
  await page.route('**/api/answer', (route) => route.fulfill({ status: 503, json: { message: 'Busy.' } }));
  await first(page).fill('Ada');
  await expect(line(page)).toHaveText('Not saved - we will keep trying');
  await page.reload();
  await expect(first(page)).toHaveValue('Ada');
  await page.unroute('**/api/answer');
  await expect.poll(() => saved(page, 'first_name')).toBe('Ada');
});

test('closing the tab at once saves what was typed', async ({ page, context }) => {
  await comeBack(page);
  await first(page).fill('Ada');
  await page.close({ runBeforeUnload: true });
  const next = await context.newPage();
  await expect.poll(() => saved(next, 'first_name')).toBe('Ada');
  await next.goto('/about');
  await expect(first(next)).toHaveValue('Ada');
});

test('what a save is refused for is said, and not tried for ever', async ({ page }) => {
  await comeBack(page);
  await page.route('**/api/answer', (route) =>
    route.fulfill({ status: 409, json: { message: 'Your application was already submitted.' } }),
  );
  await first(page).fill('Ada');
  await expect(line(page)).toHaveText('Not saved. Your application was already submitted.');
});

test('a session that ended in another tab keeps what was typed for the next log-in', async ({
  page,
  context,
}) => {
  const applicant = await becomeApplicant(page);
  const other = await context.newPage();
  await other.goto('/about');
  await expect(heading(other, 'About You')).toBeVisible();
  await other.getByRole('button', { name: 'Account', exact: true }).click();
  await other.getByRole('button', { name: 'Log Out' }).click();
  await expect(heading(other, 'Log In')).toBeVisible();
  await first(page).fill('Ada');
  await expect(heading(page, 'Log In')).toBeVisible();
  await logIn(page, applicant);
  await expect(first(page)).toHaveValue('Ada');
  await expect.poll(() => saved(page, 'first_name')).toBe('Ada');
});

test('nobody else finds what a session left behind', async ({ page, context }) => {
  const applicant = await becomeApplicant(page);
  await context.clearCookies({ name: '__Host-session' });
  await first(page).fill('Ada');
  await expect(heading(page, 'Log In')).toBeVisible();
  const stranger = await context.browser()?.newContext({ baseURL: String(process.env.MATRICULA_URL) });
  const other = await becomeApplicant(await (stranger ?? context).newPage());
  await logIn(page, other);
  await expect(heading(page, 'About You')).toBeVisible();
  await expect(first(page)).toHaveValue('');
  expect(other.email).not.toBe(applicant.email);
});

test('two tabs that change different answers keep both', async ({ page, context }) => {
  await comeBack(page);
  const other = await context.newPage();
  await other.goto('/about');
  await first(page).fill('Ada');
  await last(other).fill('Lindgren');
  for (const each of [page, other]) await expect(line(each)).toHaveText(/^Saved at /);
  await page.reload();
  await expect(first(page)).toHaveValue('Ada');
  await expect(last(page)).toHaveValue('Lindgren');
});

for (const [choice, kept] of [
  [/Use the other.*Ada/, 'Ada'],
  [/Keep this one.*Augusta/, 'Augusta'],
] as const)
  test(`an answer that was changed in two places asks which to keep: ${kept}`, async ({ page }) => {
    await comeBack(page, { answers: { first_name: 'Grace' } });
    await put(page, '/api/answer', { answer: { first_name: 'Ada' } });
    await first(page).fill('Augusta');
    const dialog = page.getByRole('dialog', { name: 'Changed in another place' });
    await expect(dialog).toContainText('Which answer should we keep?');
    await dialog.getByRole('button', { name: choice }).click();
    await expect(dialog).toBeHidden();
    await expect(first(page)).toHaveValue(kept);
    await expect.poll(() => saved(page, 'first_name')).toBe(kept);
    await expect(dialog).toBeHidden();
  });
