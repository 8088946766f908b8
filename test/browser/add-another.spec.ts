import { savedAnswers } from './support/answers.ts';
import { comeBack } from './support/applicant.ts';
import { faults } from './support/faults.ts';
import { expectHeard, recordAnnouncements } from './support/live-regions.ts';
import { expect, type Page, test } from './support/test.ts';

const addButton = (page: Page) => page.getByRole('button', { name: 'Add Another honor', exact: true });
const honor = (page: Page, number: number) => page.getByLabel(`Honor ${number} (optional)`);

const remove = (page: Page, number: number) =>
  page.getByRole('button', { name: `Remove honor ${number}`, exact: true });

test('repeated blocks are added one by one up to the limit and removed, keep the focus, and their count is stored [AA-01] [AA-02] [AA-04]', async ({
  page,
}) => {
  const announcements = await recordAnnouncements(page);
  await comeBack(page, { path: '/education' });
  const countStored = () =>
    page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/api/add-another'),
    );
  const limit = page.getByText('You can list up to 4.');
  await test.step('Add Another adds a block and stores the count', async () => {
    await expect(honor(page, 1)).toBeVisible();
    await expect(honor(page, 2)).toHaveCount(0);
    await expect(remove(page, 1)).toHaveCount(0);
    await honor(page, 1).fill('Honor roll 1');
    for (const number of [2, 3, 4]) {
      const stored = countStored();
      await addButton(page).focus();
      await page.keyboard.press('Enter');
      expect((await stored).postDataJSON()).toEqual({ button_id: 'honors', num_components: number });
      await expect(honor(page, number)).toBeFocused();
      await honor(page, number).fill(`Honor roll ${number}`);
    }
    await expect(addButton(page)).toHaveCount(0);
    await expect(limit).toBeVisible();
  });
  await test.step('removing a block asks first, clears its answers and stores the count', async () => {
    const dialog = page.getByRole('alertdialog', { name: 'Remove honor 4' });
    await remove(page, 4).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(honor(page, 4)).toHaveValue('Honor roll 4');
    await remove(page, 4).click();
    const stored = countStored();
    await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
    expect((await stored).postDataJSON()).toEqual({ button_id: 'honors', num_components: 3 });
    await expect(honor(page, 4)).toHaveCount(0);
    await expect(addButton(page)).toBeFocused();
    await expect(limit).toHaveCount(0);
    await expectHeard(announcements, 'Honor 4 removed.');
    await expect
      .poll(() => savedAnswers(page))
      .toMatchObject({ honors_3_name: 'Honor roll 3', honors_4_name: '' });
  });
  await test.step('adding the block again does not bring back its answers, and an empty block is removed without a question', async () => {
    await addButton(page).click();
    await expect(honor(page, 4)).toHaveValue('');
    await remove(page, 4).click();
    await expect(honor(page, 4)).toHaveCount(0);
    await expect(honor(page, 1)).toHaveValue('Honor roll 1');
  });
  await test.step('a block in the middle is removed by keyboard, and a reload shows the others', async () => {
    await remove(page, 2).press('Enter');
    await page
      .getByRole('alertdialog', { name: 'Remove honor 2' })
      .getByRole('button', { name: 'Remove' })
      .press('Enter');
    await expect(honor(page, 2)).toBeFocused();
    await expect
      .poll(() => savedAnswers(page))
      .toMatchObject({ honors_2_name: 'Honor roll 3', honors_3_name: '' });
    await page.reload();
    await expect(honor(page, 2)).toHaveValue('Honor roll 3');
    await expect(honor(page, 3)).toHaveCount(0);
  });
});

const toasts = (page: Page) => page.locator('.toast');

test('a repeated block whose count cannot be stored is neither added nor removed; its error stays over a page change, and ends when the retry succeeds and at log-out [AA-12, ER-07, TS-02]', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { path: '/education' });
  const failToAdd = async () => {
    const endFault = injectFault(faults.tableWrites);
    await addButton(page).click();
    // People know the name of the block, not its id.
    await expect(toasts(page)).toContainText('Error adding another honors');
    endFault();
  };
  await test.step('the block is not added, and the error ends when it is', async () => {
    await failToAdd();
    await expect(honor(page, 2)).toHaveCount(0);
    await addButton(page).click();
    await expect(honor(page, 2)).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
  });
  await test.step('the error stays over a page change', async () => {
    await failToAdd();
    await expect(honor(page, 3)).toHaveCount(0);
    await page.getByRole('link', { name: 'Final Steps' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Final Steps' })).toBeVisible();
    await expect(toasts(page)).toContainText('Error adding another honors');
    await page.getByRole('link', { name: 'Academics' }).click();
  });
  await test.step('a block is not removed, and keeps its answer', async () => {
    await honor(page, 2).fill('Honor roll');
    await expect(page.getByText(/^Saved at /)).toBeVisible();
    const endFault = injectFault(faults.tableWrites);
    await remove(page, 2).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Error removing honor 2').first()).toBeVisible();
    await expect(honor(page, 2)).toHaveValue('Honor roll');
    endFault();
  });
  await test.step('log-out ends the errors', async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
    await expect(toasts(page).getByText(/^Error/)).toHaveCount(0);
  });
});

const imported = { honors_4_name: 'National Merit Finalist', college_3_name: 'Foxglove College' };

test('repeated blocks with stored answers are open, even when their count cannot be saved, and none of the answers is cleared [AA-04]', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { answers: imported });
  await test.step('the count cannot be saved', async () => {
    const endFault = injectFault(faults.tableWrites);
    await page.goto('/education#main');
    await expect(honor(page, 4)).toHaveValue('National Merit Finalist');
    expect(await savedAnswers(page)).toMatchObject(imported);
    endFault();
  });
  await test.step('the count is saved', async () => {
    await page.reload();
    await expect(page.locator('#college_3_name-control')).toHaveValue('Foxglove College');
    const counts = async () => (await page.request.get('/api/add-another')).json();
    await expect.poll(counts).toMatchObject({ honors: 4, college: 3 });
    expect(await savedAnswers(page)).toMatchObject(imported);
  });
});
