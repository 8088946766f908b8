import { savedAnswers } from './support/answers.ts';
import { comeBack } from './support/applicant.ts';
import { staffToken } from './support/staff-token.ts';
import { expect, type Page, test } from './support/test.ts';

test('a month and a year are one question with two selects [IN-09] [VL-63]', async ({ page }) => {
  await comeBack(page, { path: '/education' });
  const group = page.getByRole('group', { name: /Graduation/ });
  await expect(group.getByRole('combobox')).toHaveCount(2);
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByRole('link', { name: 'Graduation Date', exact: true }).first().click();
  await expect(group.getByRole('alert')).toContainText('Graduation Date');
  for (const part of await group.getByRole('combobox').all())
    await expect(part).toHaveAttribute('aria-invalid', 'true');
});

test('every select begins with an empty option and matches the typed word; the account popover opens five pixels below its button [EN-22] [IN-11] [IN-12]', async ({
  page,
}) => {
  const expectEmptyOptions = async () => {
    await expect(page.locator('select').first()).toBeVisible();
    const first = await page
      .locator('select')
      .evaluateAll((selects: HTMLSelectElement[]) =>
        selects.map(({ options }) => [options[0]?.text, options[0]?.value]),
      );
    expect(first.length).toBeGreaterThan(5);
    expect([...new Set(first.map(String))]).toEqual(['--,']);
  };
  for (const path of ['/education', '/about']) {
    await page.goto(path);
    await test.step(`the selects of ${path}`, expectEmptyOptions);
  }
  await test.step('typing matches the typed word, and starts over after a second', async () => {
    await page.locator('#country').getByRole('combobox').selectOption('USA');
    const state = page.locator('#state').getByRole('combobox');
    await state.focus();
    await page.keyboard.press('m');
    await expect(state).toHaveValue('ME');
    await page.waitForTimeout(1_100);
    await page.keyboard.press('i');
    await expect(state).toHaveValue('ID');
  });
  await test.step('the account popover', async () => {
    const button = page.getByRole('button', { name: 'Account', exact: true });
    await button.click();
    const popover = page.getByRole('dialog', { name: 'Account' });
    const [above, below] = [await button.boundingBox(), await popover.boundingBox()];
    expect((below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeCloseTo(5, 0);
  });
});

test('an optional radio can be cleared by mouse and by keyboard; a required one cannot', async ({ page }) => {
  await comeBack(page);
  const group = page.getByRole('radiogroup', { name: /Are you Hispanic or Latino/ });
  const clear = group.getByRole('button', { name: /^Clear/ });
  await expect(clear).toHaveCount(0);
  await group.getByLabel('No', { exact: true }).check();
  await expect(clear).toHaveAccessibleName(/^Clear .*Are you Hispanic or Latino/);
  await clear.press('Enter');
  await expect(group.locator(':checked')).toHaveCount(0);
  await expect(clear).toHaveCount(0);
  await expect(group.getByRole('radio').first()).toBeFocused();
  await expect.poll(() => savedAnswers(page)).toMatchObject({ ethnicity: '', ethnicity_desc: '' });
  await page.locator('#citizenship_type').getByRole('radio').first().check();
  await expect(page.locator('#citizenship_type').getByRole('button')).toHaveCount(0);
});

/** Pastes text as the user would: by the browser, from the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

test("a long text counts its characters up to the partner's limit, and pasting more stops there [IN-05] [IN-07] [IN-08]", async ({
  page,
}) => {
  await comeBack(page, { path: '/final-steps', answers: { felony: 'Y' } });
  const comment = page.locator('#felony_comment');
  await expect(comment.locator('textarea')).toHaveAttribute('rows', '6');
  await comment.locator('textarea').fill('Hello');
  await expect(page.getByText('Character count: 5 / 7000')).toBeVisible();
  await expect(comment.locator('textarea')).toHaveAttribute('maxlength', '7000');
  await comment.locator('textarea').fill('');
  await paste(page, 'x'.repeat(7_100));
  await expect(comment.locator('textarea')).toHaveValue('x'.repeat(7_000));
});

test('names in other scripts show as typed everywhere, with composed letters', async ({ page, cloud }) => {
  const names = {
    first_name: 'مريم',
    middle_name: 'נֹעַם',
    last_name: 'Nguye\u0302\u0303n',
    preferred_name: '小明',
  };
  await comeBack(page);
  for (const [key, name] of Object.entries(names)) {
    await page.locator(`#${key} input`).fill(name);
    await expect(page.locator(`#${key} input`)).toHaveValue(name);
  }
  await expect(page.locator('#first_name input')).toHaveCSS('unicode-bidi', 'plaintext');
  await page.locator('#suffix select').focus();
  const composed = { ...names, last_name: 'Nguyễn'.normalize('NFC') };
  await expect.poll(() => savedAnswers(page)).toMatchObject(composed);
  await page.goto(`/about?service_token=${await staffToken(cloud, page)}`);
  for (const name of Object.values(composed))
    await expect(page.locator('dd', { hasText: new RegExp(`^${name}$`, 'u') })).toBeVisible();
});

test('digits and names that a keyboard composes are entered once', async ({ page }) => {
  await comeBack(page);
  const keyboard = await page.context().newCDPSession(page);
  const compose = async (selector: string, ...steps: readonly [string, ...string[]]) => {
    await page.locator(selector).focus();
    for (const text of steps)
      await keyboard.send('Input.imeSetComposition', {
        ...{ text, selectionStart: text.length, selectionEnd: text.length },
      });
    await keyboard.send('Input.insertText', { text: steps.at(-1) ?? '' });
  };
  await page.locator('#birth_date').getByLabel('Month').selectOption('March');
  await compose('#birth_date input >> nth=0', '１', '１４');
  await compose('#birth_date input >> nth=1', '２', '２０', '２００', '２００９');
  const phone = '#phone_mobile-control';
  await page.locator(phone).focus();
  await expect(page.locator(phone)).toBeFocused();
  await compose(phone, '９', '９０', '９０６', '９０６５５５０１２３');
  await compose('#first_name-control', 'ㄱ', '기', '김');
  await page.locator('#last_name-control').focus();
  await expect(page.locator('#birth_date input')).toHaveCount(2);
  await expect
    .poll(() => savedAnswers(page))
    .toMatchObject({
      ...{ birth_date: '2009-03-14', phone_mobile: '(906) 555-0123', first_name: '김' },
    });
});
