import { savedAnswers } from './support/answers.ts';
import { button, comeBack, heading, logIn, logInBehind, logOut } from './support/applicant.ts';
import { holdRoute } from './support/routes.ts';
import { expect, type Page, test } from './support/test.ts';

const school = (page: Page) => page.locator('#hs_name');
const input = (page: Page) => school(page).getByRole('combobox');
const options = (page: Page) => school(page).getByRole('option');
const line = (page: Page) => page.locator('#address_line_1');
const street = (page: Page) => line(page).getByRole('combobox');
const removed = (page: Page) => page.locator('.status-line').getByText(/^We cleared \d answers? /);
const restore = (page: Page) => button(page, 'Restore');

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
const preparatory = /Stargazer Preparatory School.*Violetmoor/s;
const sameName = /Stargazer High School.*(Zephyrdale|Junipermoor|Inkberry|Willowmere)/s;
const nothing = Object.fromEntries(Object.keys(stargazer).map((key) => [key, '']));

/** Results for the start of the text may list other schools in the same place. */
async function chooseSchool(
  page: Page,
  typed = 'stargazer high quill',
  found = /Stargazer High School.*Quillhaven/s,
): Promise<void> {
  await school(page).locator('input').focus();
  await input(page).fill('');
  await input(page).pressSequentially(typed);
  await options(page).filter({ hasText: found }).first().click();
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

const phone = { width: 390, height: 844 };

async function openAcademics(page: Page): Promise<void> {
  await comeBack(page, { path: '/education' });
}

test('typing another name over a found school clears its code and address, and Restore brings them back', async ({
  page,
}) => {
  await openAcademics(page);
  await haveStargazer(page);
  await input(page).fill('My Other Academy');
  // No answers are cleared while the applicant types.
  await expect(page.locator('#hs_zip input')).toHaveValue('00259');
  await input(page).press('Tab');
  await expectNoSchoolAddress(page);
  await expect(removed(page)).toBeInViewport();
  await page.setViewportSize(phone);
  await expect(removed(page)).toBeInViewport();
  await expect(removed(page)).toHaveText('We cleared 6 answers about your last school.');
  await expect.poll(() => savedAnswers(page)).toMatchObject({ ...nothing, hs_name: 'My Other Academy' });
  await restore(page).click();
  await expect(page.locator('#hs_zip input')).toHaveValue('00259');
  await expect(input(page)).toHaveValue('My Other Academy');
  await expect.poll(() => savedAnswers(page)).toMatchObject({ ...stargazer, hs_name: 'My Other Academy' });
  // Restored answers belong to the applicant: a later look-up does not clear them.
  await input(page).fill('My Other Academy, North');
  await input(page).press('Tab');
  await expect
    .poll(() => savedAnswers(page))
    .toMatchObject({ ...stargazer, hs_name: 'My Other Academy, North' });
  await expect(page.locator('#hs_zip input')).toHaveValue('00259');
});

test('another name over a found school clears its address; the same name and answers that the applicant edited keep it', async ({
  page,
}) => {
  await openAcademics(page);
  await haveStargazer(page);
  await input(page).fill('stargazer high school');
  await input(page).press('Tab');
  await expect(school(page).getByText('Enter your school information below.')).toBeVisible();
  await expect(page.locator('#hs_zip input')).toHaveValue('00259');
  await expect(removed(page)).toHaveCount(0);
  await page.locator('#hs_zip input').fill('00260');
  await input(page).fill('Foo Bar School');
  await options(page).filter({ hasText: 'Use: Foo Bar School' }).click();
  await expect(page.locator('#hs_city input')).toHaveValue('');
  await expect(page.locator('#hs_zip input')).toHaveValue('00260');
  await expect(removed(page)).toBeVisible();
  await expect(school(page).getByText('Enter your school information below.')).toBeVisible();
  await expect.poll(() => savedAnswers(page)).toMatchObject({ hs_city: '', hs_name: 'Foo Bar School' });
});

test('choosing another school replaces what the first one filled, or clears it and keeps the chosen name when its record fails to load [AC-10]', async ({
  page,
}) => {
  await openAcademics(page);
  await haveStargazer(page);
  await test.step('leaving the field while the record loads clears nothing in between', async () => {
    const release = await holdRoute(page, '**/lookup/find?id=**');
    await chooseSchool(page, 'stargazer prep', preparatory);
    await page.locator('#hs_gpa input').focus();
    await expect(input(page)).toHaveValue('Stargazer Preparatory School');
    await expect(page.locator('#hs_city input')).toHaveValue('Quillhaven');
    release();
    await expect(page.locator('#hs_city input')).toHaveValue('Violetmoor Falls');
    await expect(page.locator('#hs_zip input')).toHaveValue('00112');
    await expect(removed(page)).toHaveCount(0);
    await page.unroute('**/lookup/find?id=**');
  });
  await test.step('the record of another school of the same name fails to load', async () => {
    await haveStargazer(page);
    await page.route('**/lookup/find?id=**', (route) => route.abort());
    await chooseSchool(page, 'stargazer high', sameName);
    await expect(input(page)).toHaveValue('Stargazer High School');
    await expectNoSchoolAddress(page);
    await expect(removed(page)).toBeVisible();
    await expect
      .poll(() => savedAnswers(page))
      .toMatchObject({ ...nothing, hs_name: 'Stargazer High School' });
    await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
  });
});

test('the found school is remembered after a page change, a reload in the middle of typing and on another device', async ({
  page,
  browser,
}) => {
  const applicant = await comeBack(page, { path: '/education' });
  await haveStargazer(page);
  await expect.poll(() => savedAnswers(page)).toMatchObject(stargazer);
  await page.getByRole('link', { name: 'About You' }).click();
  await expect(heading(page, 'About You')).toBeVisible();
  await page.getByRole('link', { name: 'Academics' }).click();
  await expect(heading(page, 'Academics')).toBeVisible();
  await input(page).fill('My Other Academy');
  // A reload in the middle of typing saves no name with another school's address.
  await page.reload();
  await expect(page.locator('#hs_name input')).toHaveValue('My Other Academy');
  await expectNoSchoolAddress(page);
  await expect.poll(() => savedAnswers(page)).toMatchObject({ ...nothing, hs_name: 'My Other Academy' });
  await chooseSchool(page);
  await expect
    .poll(() => savedAnswers(page))
    .toMatchObject({ ...stargazer, hs_name: 'Stargazer High School' });

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await logInBehind(other, applicant);
  await other.goto('/education');
  await typeOtherAcademy(other);
  await expectNoSchoolAddress(other);
  await restore(other).click();
  await expect.poll(() => savedAnswers(other)).toMatchObject({ ...stargazer, hs_name: 'My Other Academy' });
  await context.close();

  // The page does not ask again for the choice made on the other device.
  await page.reload();
  await expect(page.locator('#hs_name input')).toHaveValue('My Other Academy');
  await expect(page.locator('#hs_zip input')).toHaveValue('00259');
  await page.locator('#hs_gpa input').fill('3.9');
  await page.locator('#hs_gpa input').press('Tab');
  await expect.poll(() => savedAnswers(page)).toMatchObject({ ...stargazer, hs_gpa: '3.9' });
});

test("an anonymous visitor's found school does not fill its address into the account's own school", async ({
  page,
}) => {
  const applicant = await comeBack(page, { path: '/education', answers: { hs_name: 'My Own Academy' } });
  await logOut(page);
  await page.goto('/education');
  await haveStargazer(page);
  await page.getByRole('link', { name: 'About You' }).click();
  await page.getByRole('link', { name: 'Log In' }).first().click();
  await logIn(page, applicant);
  await expect(page.locator('#hs_name input')).toHaveValue('My Own Academy');
  await expect
    .poll(() => savedAnswers(page))
    .toMatchObject({ hs_name: 'My Own Academy', hs_city: '', hs_ceeb: '' });
  await expectNoSchoolAddress(page);
});

async function chooseAddress(page: Page): Promise<void> {
  await line(page).locator('input').focus();
  await street(page).fill('');
  await street(page).pressSequentially('747 lantern');
  await line(page).getByRole('option').filter({ hasText: '747 Lantern Avenue' }).first().click();
  await expect(page.locator('#city input')).toHaveValue('Yarrowford Falls');
}

test('choosing a found address fills the rest of it; typing another street clears that, another house number or apartment does not [AC-11]', async ({
  page,
}) => {
  await comeBack(page, { answers: { country: 'USA' } });
  await test.step('a found address', async () => {
    await chooseAddress(page);
    await expect(street(page)).toHaveValue('747 Lantern Avenue');
    await expect(page.locator('#state select')).toHaveValue('GA');
    await expect(page.locator('#mailing_city input')).toHaveValue('');
  });
  await test.step('the same street', async () => {
    for (const same of ['749 Lantern Avenue', '749 Lantern Ave, Apt 4']) {
      await street(page).fill(same);
      await street(page).press('Tab');
      await expect(line(page).getByText('Enter your address information below.')).toBeVisible();
      await expect(page.locator('#city input')).toHaveValue('Yarrowford Falls');
      await expect(removed(page)).toHaveCount(0);
    }
  });
  await test.step('another street', async () => {
    await street(page).fill('99 Nowhere Rd');
    await street(page).press('Tab');
    await expect(removed(page)).toBeInViewport();
    await page.setViewportSize(phone);
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
  await test.step('logging out removes what look-ups stored in the tab', async () => {
    await chooseAddress(page);
    await expect.poll(() => savedAnswers(page)).toMatchObject({ city: 'Yarrowford Falls' });
    await logOut(page);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Lantern');
  });
});
