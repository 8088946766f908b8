import { savedAnswers } from './support/answers.ts';
import { comeBack, heading } from './support/applicant.ts';
import { holdRoute } from './support/routes.ts';
import { expect, type Page, test } from './support/test.ts';

const school = (page: Page) => page.locator('#hs_name');
const input = (page: Page) => school(page).getByRole('combobox');
const options = (page: Page) => school(page).getByRole('option');

async function openEducation(page: Page): Promise<void> {
  await page.goto('/education');
  await expect(heading(page, 'Academics')).toBeVisible();
  await school(page).locator('input').focus();
  await expect(input(page)).toBeFocused();
}

/** Records every search request of the page. */
async function watchSearches(page: Page): Promise<URL[]> {
  const seen: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/lookup/find') seen.push(url);
  });
  return seen;
}

test('choosing a found school fills and saves its name, code and address; a college found by an alias gets its official name [AC-02] [AC-03] [AC-06] [AC-07] [AC-08] [FO-25]', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  const seen = await watchSearches(page);
  await school(page).locator('input').focus();
  await expect(input(page)).toBeFocused();
  await input(page).pressSequentially('Stargazr high quill');
  const first = options(page).first();
  await expect(first).toContainText('Stargazer High School');
  await expect(first).toContainText('830 Sparrow Road, Quillhaven, WA 00259');
  expect(seen.every(({ searchParams }) => searchParams.get('max_results') === '5')).toBe(true);
  await input(page).press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await input(page).press('Enter');
  await expect(input(page)).toHaveValue('Stargazer High School');
  await expect(page.locator('#hs_ceeb input')).toHaveValue('X10148');
  await expect(page.locator('#hs_address_line_1 input')).toHaveValue('830 Sparrow Road');
  await expect(page.locator('#hs_city input')).toHaveValue('Quillhaven');
  await expect(page.locator('#hs_country select')).toHaveValue('USA');
  await expect(page.locator('#hs_state select')).toHaveValue('WA');
  await expect(page.locator('#hs_zip input')).toHaveValue('00259');
  expect(seen.at(-1)?.search).toBe('?id=sample-hs-0004&category=hs_ceeb');
  // The typed text may have been saved on its own before.
  await expect
    .poll(() => savedAnswers(page))
    .toMatchObject({
      hs_name: 'Stargazer High School',
      hs_state_desc: 'Washington',
      hs_country_desc: 'United States',
    });
  await test.step('a college found by an alias says so', async () => {
    const college = page.locator('#college_name');
    await college.locator('input').focus();
    await college.getByRole('combobox').pressSequentially('fennelbrook tech');
    const option = college.getByRole('option').first();
    await expect(option).toContainText('Fennelbrook Falls Institute of Technology, also Fennelbrook Tech');
    await option.click();
    await expect(college.getByRole('combobox')).toHaveValue('Fennelbrook Falls Institute of Technology');
  });
});

test('a visitor types in a look-up before it has loaded, without results, with Escape and Tab, and uses the typed name as it is [AC-04] [AC-05] [AC-12] [IN-10]', async ({
  page,
}) => {
  await page.goto('/education');
  await expect(heading(page, 'Academics')).toBeVisible();
  await test.step('text typed before the look-up has loaded gets suggestions', async () => {
    await school(page).locator('input').focus();
    await page.keyboard.type('twin ott');
    await expect(options(page).first()).toContainText('Twin Otters');
    await expect(input(page)).toBeFocused();
    await expect(input(page)).toHaveValue('twin ott');
  });
  await test.step('Escape and Tab close the suggestions and keep the typed text', async () => {
    await input(page).fill('');
    await input(page).pressSequentially('star');
    await expect(options(page).first()).toContainText('Stargazer');
    await input(page).press('Escape');
    await expect(options(page)).toHaveCount(0);
    await expect(input(page)).toHaveValue('star');
    await input(page).press('ArrowDown');
    await expect(options(page).first()).toBeVisible();
    await input(page).press('Tab');
    await expect(input(page)).toHaveValue('star');
    await expect(options(page)).toHaveCount(0);
  });
  await test.step('a typed name can be used as it is, and a message says what to do next', async () => {
    await input(page).fill('');
    await expect(input(page)).toHaveAttribute('placeholder', 'Select...');
    await input(page).pressSequentially('Foo');
    await expect(options(page)).toHaveText(['Use: Foo']);
    await expect(school(page).getByText('No options').first()).toBeVisible();
    await options(page).click();
    await expect(input(page)).toHaveValue('Foo');
    await expect(options(page)).toHaveCount(0);
    await expect(school(page).getByText('Enter your school information below.')).toBeVisible();
  });
  await test.step('the look-up says that it is loading and that it found nothing', async () => {
    const release = await holdRoute(page, '**/lookup/find**');
    await input(page).fill('');
    await input(page).pressSequentially('zzzz');
    const list = page.locator('.combobox-list');
    await expect(list.getByText('Loading...')).toBeVisible();
    release();
    await expect(list.getByText('No options').first()).toBeVisible();
  });
});

test('a failed search shows an empty list without an error [AC-09, ER-12]', async ({ page, withhold }) => {
  withhold('/public/', 'ReadOriginSecret');
  await openEducation(page);
  const failed = page.waitForResponse((response) => response.url().includes('/lookup/find'));
  await input(page).pressSequentially('Star');
  expect((await failed).status()).toBe(500);
  await expect(options(page)).toHaveText(['Use: Star']);
  await expect(page.getByText('unexpected error')).toHaveCount(0);
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
});

test('searches wait for a pause in typing, but at most half a second [AC-01]', async ({ page }) => {
  await page.clock.install();
  const seen = await watchSearches(page);
  await openEducation(page);
  await page.clock.runFor(2_000);
  await expect(input(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const texts = () => seen.map(({ searchParams }) => searchParams.get('text'));
  await input(page).focus();
  await page.keyboard.type('a');
  await page.clock.runFor(199);
  expect(texts()).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(texts).toEqual(['a']);
  // Without a pause of 200 ms the search starts 500 ms after the first letter.
  for (const letter of 'bcdef') {
    await page.keyboard.type(letter);
    await page.clock.runFor(100);
  }
  await expect.poll(texts).toHaveLength(2);
});
