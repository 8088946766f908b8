import { saveAnswers, savedAnswers } from './support/answers.ts';
import { comeBack, heading, logIn } from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const first = (page: Page) => page.getByLabel('First Name', { exact: true });
const last = (page: Page) => page.getByLabel('Last Name', { exact: true });
const line = (page: Page) => page.locator('.saving-line');
const saved = async (page: Page, key: string) => (await savedAnswers(page))[key];
const conflict = (page: Page) => page.getByRole('dialog', { name: 'You changed this somewhere else' });
const openConflicts = async (page: Page) => (await (await page.request.get('/api/profile')).json()).conflicts;

/** Changes the first name in two places: one name elsewhere, then another one on the page. */
async function changeInTwoPlaces(page: Page, elsewhere: string, here: string): Promise<void> {
  await saveAnswers(page, '/api/answer', { answer: { first_name: elsewhere } });
  await first(page).fill(here);
  await expect(conflict(page)).toContainText('Which one should we keep?');
}

test('an answer edited in two tabs asks which one to keep and keeps the chosen one; Escape or closing the tab loses neither', async ({
  page,
  context,
}) => {
  await comeBack(page, { answers: { first_name: 'Grace' } });
  const isSettled = async (tab: Page, name: string) => {
    await expect(first(tab)).toHaveValue(name);
    await expect.poll(() => saved(tab, 'first_name')).toBe(name);
    await expect.poll(() => openConflicts(tab)).toEqual({});
  };
  await test.step('the choice', async () => {
    await changeInTwoPlaces(page, 'Katherine', 'Augusta');
    await expect(conflict(page).getByRole('button')).toHaveCount(2);
    await conflict(page).getByRole('button', { name: 'Here: Augusta', exact: true }).click();
    await expect(conflict(page)).toBeHidden();
    await isSettled(page, 'Augusta');
    await page.reload();
    await isSettled(page, 'Augusta');
    await expect(conflict(page)).toBeHidden();
  });
  await test.step('Escape decides nothing: the next load asks again', async () => {
    await changeInTwoPlaces(page, 'Ada', 'Grace');
    await page.keyboard.press('Escape');
    await expect(conflict(page)).toBeHidden();
    await last(page).fill('Lindgren');
    await expect.poll(() => saved(page, 'last_name')).toBe('Lindgren');
    expect(await openConflicts(page)).toEqual({ first_name: 'Ada' });
    await page.reload();
    await conflict(page).getByRole('button', { name: 'Saved before: Ada', exact: true }).click();
    await isSettled(page, 'Ada');
  });
  await test.step('closing the tab decides nothing', async () => {
    await changeInTwoPlaces(page, 'Katherine', 'Augusta');
    await page.close();
    const next = await context.newPage();
    await next.goto('/about');
    await conflict(next).getByRole('button', { name: 'Saved last: Augusta', exact: true }).click();
    await isSettled(next, 'Augusta');
  });
});

test('a save brings what another device changed, and asks which answer to keep only if it was edited here too', async ({
  page,
}) => {
  await comeBack(page, { answers: { first_name: 'Grace' } });
  await test.step('an answer that was not edited here shows, and editing it later is no conflict', async () => {
    await saveAnswers(page, '/api/answer', { answer: { first_name: 'Ada' } });
    await last(page).fill('Lindgren');
    await expect(first(page)).toHaveValue('Ada');
    await expect(last(page)).toHaveValue('Lindgren');
    await first(page).fill('Augusta');
    await expect.poll(() => saved(page, 'first_name')).toBe('Augusta');
    await expect(line(page)).toHaveText(/^Saved at /);
    await expect(conflict(page)).toBeHidden();
  });
  await test.step('an answer that is edited during the save is asked about', async () => {
    await saveAnswers(page, '/api/answer', { answer: { first_name: 'Ada' } });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(
      '**/api/answer',
      async (route) => {
        const response = await route.fetch();
        await held;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    const sent = page.waitForRequest('**/api/answer');
    await last(page).fill('Byron');
    await sent;
    await first(page).fill('Katherine');
    release();
    await conflict(page).getByRole('button', { name: 'Somewhere else: Ada', exact: true }).click();
    await expect(first(page)).toHaveValue('Ada');
    await expect.poll(() => saved(page, 'first_name')).toBe('Ada');
  });
});

test('edits of different answers in two tabs are both kept, also when one of them is closed immediately', async ({
  page,
  context,
}) => {
  await comeBack(page);
  const other = await context.newPage();
  await other.goto('/about');
  await first(page).fill('Ada');
  await last(other).fill('Lindgren');
  for (const each of [page, other]) await expect(line(each)).toHaveText(/^Saved at /);
  await page.reload();
  await expect(first(page)).toHaveValue('Ada');
  await expect(last(page)).toHaveValue('Lindgren');
  await first(page).fill('Augusta');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => saved(other, 'first_name')).toBe('Augusta');
  await other.reload();
  await expect(first(other)).toHaveValue('Augusta');
});

test('a tab whose applicant was replaced by a log-in in another tab saves nothing', async ({
  page,
  context,
}) => {
  const ada = await comeBack(page, { answers: { first_name: 'Ada' } });
  const other = await context.newPage();
  await other.request.get('/api/logout');
  await comeBack(other, { answers: { first_name: 'Grace' } });
  await last(page).fill('Lindgren');
  await expect(heading(page, 'Log In')).toBeVisible();
  await expect(first(page)).toHaveCount(0);
  await other.reload();
  await expect(first(other)).toHaveValue('Grace');
  expect([await saved(other, 'first_name'), await saved(other, 'last_name')]).toEqual(['Grace', undefined]);
  await logIn(page, ada);
  await expect(first(page)).toHaveValue('Ada');
  await expect(last(page)).toHaveValue('Lindgren');
  await expect.poll(() => saved(page, 'last_name')).toBe('Lindgren');
});
