import { becomeApplicant, button, comeBack, heading, logIn, logInBehind } from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const school = (page: Page) => page.locator('#hs_name');
const input = (page: Page) => school(page).getByRole('combobox');
const options = (page: Page) => school(page).getByRole('option');
const line = (page: Page) => page.locator('#address_line_1');
const street = (page: Page) => line(page).getByRole('combobox');
const removed = (page: Page) => page.locator('.status-line').getByText(/^We cleared \d answers? /);
const restore = (page: Page) => button(page, 'Restore');
const saved = async (page: Page) => (await (await page.request.get('/api/profile')).json()).answer;

const stargazer = {
  hs_ceeb: 'X10148',
  hs_address_line_1: '830 Sparrow Road',
  hs_city: 'Quillhaven',
  hs_country: 'USA',
  hs_country_desc: 'United States',
  hs_state: 'WA',
  hs_state_desc: 'Washington',
  hs_zip: '00259',
};
const nothing = Object.fromEntries(Object.keys(stargazer).map((key) => [key, '']));

async function chooseSchool(page: Page, typed = 'stargazer high quill', at = /Quillhaven/): Promise<void> {
  await school(page).locator('input').focus();
  await input(page).fill('');
  await input(page).pressSequentially(typed);
  await options(page).filter({ hasText: at }).first().click();
}

async function haveStargazer(page: Page): Promise<void> {
  await chooseSchool(page);
  await expect(page.locator('#hs_zip input')).toHaveValue('00259');
}

async function typeOtherAcademy(page: Page): Promise<void> {
  await expect(page.locator('#hs_zip input')).toHaveValue('00259');
  await school(page).locator('input').focus();
  await expect(input(page)).toBeFocused();
  await input(page).fill('My Other Academy');
  await input(page).press('Tab');
}

async function expectNoSchoolAddress(page: Page): Promise<void> {
  for (const key of ['ceeb', 'address_line_1', 'city', 'zip'])
    await expect(page.locator(`#hs_${key} input`)).toHaveValue('');
  await expect(page.locator('#hs_country select')).toHaveValue('');
}

async function openAcademics(page: Page): Promise<void> {
  await comeBack(page, { path: '/education' });
}

for (const [screen, viewport] of [
  ['a desktop', { width: 1280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`typing another name over a found school clears its code and address, and Restore brings them back, on ${screen}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await openAcademics(page);
    await haveStargazer(page);
    await input(page).fill('My Other Academy');
    // Nothing moves while the applicant types.
    await expect(page.locator('#hs_zip input')).toHaveValue('00259');
    await input(page).press('Tab');
    await expectNoSchoolAddress(page);
    await expect(removed(page)).toBeInViewport();
    await expect(removed(page)).toHaveText('We cleared 6 answers about your last school.');
    await expect.poll(() => saved(page)).toMatchObject({ ...nothing, hs_name: 'My Other Academy' });
    await restore(page).click();
    await expect(page.locator('#hs_zip input')).toHaveValue('00259');
    await expect(input(page)).toHaveValue('My Other Academy');
    await expect.poll(() => saved(page)).toMatchObject({ ...stargazer, hs_name: 'My Other Academy' });
    // Restored answers belong to the applicant: a later look-up does not clear them.
    await input(page).fill('My Other Academy, North');
    await input(page).press('Tab');
    await expect.poll(() => saved(page)).toMatchObject({ ...stargazer, hs_name: 'My Other Academy, North' });
    await expect(page.locator('#hs_zip input')).toHaveValue('00259');
  });

test('choosing "Use: ..." over a found school clears the address of that school', async ({ page }) => {
  await openAcademics(page);
  await haveStargazer(page);
  await input(page).fill('Foo Bar School');
  await options(page).filter({ hasText: 'Use: Foo Bar School' }).click();
  await expectNoSchoolAddress(page);
  await expect(removed(page)).toBeVisible();
  await expect(school(page).getByText('Enter your school information below.')).toBeVisible();
  await expect.poll(() => saved(page)).toMatchObject({ ...nothing, hs_name: 'Foo Bar School' });
});

test('emptying the name of a found school clears its address', async ({ page }) => {
  await openAcademics(page);
  await haveStargazer(page);
  await input(page).fill('');
  await input(page).press('Tab');
  await expectNoSchoolAddress(page);
});

test('typing the name of a found school again keeps its address', async ({ page }) => {
  await openAcademics(page);
  await haveStargazer(page);
  await input(page).fill('stargazer high school');
  await input(page).press('Tab');
  await expect(school(page).getByText('Enter your school information below.')).toBeVisible();
  await expect(page.locator('#hs_zip input')).toHaveValue('00259');
  await expect(removed(page)).toHaveCount(0);
});

test('choosing another school whose record fails to load clears what the first one filled', async ({
  page,
}) => {
  await openAcademics(page);
  await haveStargazer(page);
  await page.route('**/lookup/find?id=**', (route) => route.abort());
  await chooseSchool(page, 'stargazer prep', /Violetmoor/);
  await expect(input(page)).toHaveValue('Stargazer Preparatory School');
  await expectNoSchoolAddress(page);
  await expect(removed(page)).toBeVisible();
  await expect.poll(() => saved(page)).toMatchObject({ ...nothing, hs_name: 'Stargazer Preparatory School' });
});

test('choosing another school of the same name whose record fails to load clears what the first one filled', async ({
  page,
}) => {
  await openAcademics(page);
  await haveStargazer(page);
  await page.route('**/lookup/find?id=**', (route) => route.abort());
  await chooseSchool(page, 'stargazer high', /Zephyrdale|Junipermoor|Inkberry|Willowmere/);
  await expect(input(page)).toHaveValue('Stargazer High School');
  await expectNoSchoolAddress(page);
});

test('choosing another school replaces what the first one filled, edited answers included', async ({
  page,
}) => {
  await openAcademics(page);
  await haveStargazer(page);
  await page.locator('#hs_zip input').fill('00260');
  await page.locator('#hs_state select').selectOption('OR');
  await chooseSchool(page, 'stargazer prep', /Violetmoor/);
  await expect(page.locator('#hs_city input')).toHaveValue('Violetmoor Falls');
  await expect(page.locator('#hs_zip input')).toHaveValue('00112');
  await expect(removed(page)).toHaveCount(0);
});

test('typing another name over a found school keeps the answers that the applicant edited', async ({
  page,
}) => {
  await openAcademics(page);
  await haveStargazer(page);
  await page.locator('#hs_zip input').fill('00260');
  await page.locator('#hs_state select').selectOption('OR');
  await input(page).fill('My Other Academy');
  await input(page).press('Tab');
  await expect(page.locator('#hs_city input')).toHaveValue('');
  await expect(page.locator('#hs_zip input')).toHaveValue('00260');
  await expect(page.locator('#hs_state select')).toHaveValue('OR');
  await expect(page.locator('#hs_country select')).toHaveValue('USA');
});

test('the found school is remembered after a page change, a reload and on another device', async ({
  page,
  browser,
}) => {
  const applicant = await becomeApplicant(page);
  await page.getByRole('link', { name: 'Academics' }).click();
  await haveStargazer(page);
  await expect.poll(() => saved(page)).toMatchObject(stargazer);
  await page.getByRole('link', { name: 'About You' }).click();
  await expect(heading(page, 'About You')).toBeVisible();
  await page.getByRole('link', { name: 'Academics' }).click();
  await expect(heading(page, 'Academics')).toBeVisible();
  await page.reload();
  await typeOtherAcademy(page);
  await expectNoSchoolAddress(page);
  await restore(page).click();
  await chooseSchool(page);
  await expect.poll(() => saved(page)).toMatchObject({ ...stargazer, hs_name: 'Stargazer High School' });

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await logInBehind(other, applicant);
  await other.goto('/education');
  await typeOtherAcademy(other);
  await expectNoSchoolAddress(other);
  await restore(other).click();
  await expect.poll(() => saved(other)).toMatchObject({ ...stargazer, hs_name: 'My Other Academy' });
  await context.close();

  // The choice made on the other device is not asked again here.
  await page.reload();
  await expect(page.locator('#hs_name input')).toHaveValue('My Other Academy');
  await expect(page.locator('#hs_zip input')).toHaveValue('00259');
  await page.locator('#hs_gpa input').fill('3.9');
  await page.locator('#hs_gpa input').press('Tab');
  await expect.poll(() => saved(page)).toMatchObject({ ...stargazer, hs_gpa: '3.9' });
});

test("an anonymous visitor's found school does not fill its address into the account's own school", async ({
  page,
}) => {
  const applicant = await comeBack(page, { path: '/education', answers: { hs_name: 'My Own Academy' } });
  await button(page, 'Account').click();
  await button(page, 'Log Out').click();
  await expect(heading(page, 'Log In')).toBeVisible();
  await page.goto('/education');
  await haveStargazer(page);
  await page.getByRole('link', { name: 'About You' }).click();
  await page.getByRole('link', { name: 'Log In' }).first().click();
  await logIn(page, applicant);
  await expect(page.locator('#hs_name input')).toHaveValue('My Own Academy');
  await expect.poll(() => saved(page)).toMatchObject({ hs_name: 'My Own Academy', hs_city: '', hs_ceeb: '' });
  await expectNoSchoolAddress(page);
});

test("answers typed by hand stay the applicant's own after a reload: a look-up does not clear them", async ({
  page,
}) => {
  await openAcademics(page);
  await school(page).locator('input').focus();
  await input(page).fill('My Own Academy');
  await page.locator('#hs_ceeb input').fill('123456');
  await page.locator('#hs_city input').fill('Houghton');
  await page.locator('#hs_city input').press('Tab');
  await expect.poll(() => saved(page)).toMatchObject({ hs_city: 'Houghton' });
  await page.reload();
  await school(page).locator('input').focus();
  await expect(input(page)).toBeFocused();
  await input(page).fill('My Own Academy for Girls');
  await input(page).press('Tab');
  await expect(school(page).getByText('Enter your school information below.')).toBeVisible();
  await expect(page.locator('#hs_city input')).toHaveValue('Houghton');
  await expect(page.locator('#hs_ceeb input')).toHaveValue('123456');
});

test("a reload in the middle of typing a name saves no name with another school's address", async ({
  page,
}) => {
  await openAcademics(page);
  await haveStargazer(page);
  await expect.poll(() => saved(page)).toMatchObject(stargazer);
  await input(page).fill('My Other Academy');
  await page.reload();
  await expect(page.locator('#hs_name input')).toHaveValue('My Other Academy');
  await expectNoSchoolAddress(page);
  await expect.poll(() => saved(page)).toMatchObject({ ...nothing, hs_name: 'My Other Academy' });
});

test('leaving the field while the record loads clears nothing in between', async ({ page }) => {
  await openAcademics(page);
  await haveStargazer(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/lookup/find?id=**', async (route) => {
    await held;
    await route.continue();
  });
  await chooseSchool(page, 'stargazer prep', /Violetmoor/);
  await page.locator('#hs_gpa input').focus();
  await expect(input(page)).toHaveValue('Stargazer Preparatory School');
  await expect(page.locator('#hs_city input')).toHaveValue('Quillhaven');
  answer();
  await expect(page.locator('#hs_city input')).toHaveValue('Violetmoor Falls');
  await expect(removed(page)).toHaveCount(0);
});

test('changing a college clears what its look-up filled, and nothing of another college', async ({
  page,
}) => {
  await openAcademics(page);
  const college = page.locator('#college_name');
  await college.locator('input').focus();
  await college.getByRole('combobox').pressSequentially('stargazer college of art');
  await college
    .getByRole('option')
    .filter({ hasText: /stargazer college of art/i })
    .first()
    .click();
  await expect(page.locator('#college_city input')).toHaveValue('Inkberry Harbor');
  await haveStargazer(page);
  await college.getByRole('combobox').fill('Another College');
  await college.getByRole('combobox').press('Tab');
  await expect(page.locator('#college_city input')).toHaveValue('');
  await expect(page.locator('#hs_city input')).toHaveValue('Quillhaven');
});

async function chooseAddress(page: Page): Promise<void> {
  await line(page).locator('input').focus();
  await street(page).pressSequentially('747 lantern');
  await line(page).getByRole('option').filter({ hasText: '747 Lantern Avenue' }).first().click();
  await expect(page.locator('#city input')).toHaveValue('Yarrowford Falls');
}

for (const [screen, viewport] of [
  ['a desktop', { width: 1280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`typing another street clears the found city, state and ZIP; another house number or apartment does not, on ${screen}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await comeBack(page, { answers: { country: 'USA' } });
    await chooseAddress(page);
    for (const same of ['749 Lantern Avenue', '749 Lantern Ave, Apt 4']) {
      await street(page).fill(same);
      await street(page).press('Tab');
      await expect(line(page).getByText('Enter your address information below.')).toBeVisible();
      await expect(page.locator('#city input')).toHaveValue('Yarrowford Falls');
      await expect(removed(page)).toHaveCount(0);
    }
    await street(page).fill('99 Nowhere Rd');
    await street(page).press('Tab');
    await expect(removed(page)).toBeInViewport();
    await expect(page.locator('#city input')).toHaveValue('');
    await expect(page.locator('#state select')).toHaveValue('');
    await expect(page.locator('#zip input')).toHaveValue('');
    // The country was chosen before the look-up.
    await expect(page.locator('#country select')).toHaveValue('USA');
    await restore(page).click();
    await expect(page.locator('#city input')).toHaveValue('Yarrowford Falls');
    await expect(page.locator('#state select')).toHaveValue('GA');
    await expect(street(page)).toHaveValue('99 Nowhere Rd');
  });

for (const [whose, prefix] of [
  ['mailing', 'mailing'],
  ['a parent’s', 'parent'],
] as const)
  test(`the ${whose} address is cleared in the same way`, async ({ page }) => {
    await comeBack(page);
    const address = page.locator(`#${prefix}_address_line_1`);
    await address.locator('input').focus();
    await address.getByRole('combobox').pressSequentially('747 lantern');
    await address.getByRole('option').filter({ hasText: '747 Lantern Avenue' }).first().click();
    await expect(page.locator(`#${prefix}_city input`)).toHaveValue('Yarrowford Falls');
    await address.getByRole('combobox').fill('99 Nowhere Rd');
    await address.getByRole('combobox').press('Tab');
    await expect(page.locator(`#${prefix}_city input`)).toHaveValue('');
    await expect(page.locator(`#${prefix}_country select`)).toHaveValue('');
    await expect.poll(() => saved(page)).toMatchObject({ [`${prefix}_city`]: '', [`${prefix}_zip`]: '' });
  });

test('logging out removes everything that look-ups stored in the tab', async ({ page }) => {
  await comeBack(page, { answers: { country: 'USA' } });
  await chooseAddress(page);
  await expect.poll(() => saved(page)).toMatchObject({ city: 'Yarrowford Falls' });
  await button(page, 'Account').click();
  await button(page, 'Log Out').click();
  await expect(heading(page, 'Log In')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Lantern');
});
