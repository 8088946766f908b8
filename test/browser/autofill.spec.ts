import { savedAnswers } from './support/answers.ts';
import { button, comeBack, logIn, logOut } from './support/applicant.ts';
import { holdRoute } from './support/routes.ts';
import { expect, type Page, test } from './support/test.ts';

const school = (page: Page) => page.locator('#hs_name');
const input = (page: Page) => school(page).getByRole('combobox');
const code = (page: Page) => page.locator('#hs_ceeb input');
const options = (page: Page) => school(page).getByRole('option');
const cleared = (page: Page) => page.locator('.undo-line').filter({ hasText: /^We cleared \d answers?/ });
const undo = (page: Page) => button(page, 'Undo');

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

async function expectNoSchoolAddress(page: Page): Promise<void> {
  for (const key of ['ceeb', 'address_line_1', 'city', 'zip'])
    await expect(page.locator(`#hs_${key} input`)).toHaveValue('');
  await expect(page.locator('#hs_country select')).toHaveValue('');
}

test('a found school fills its whole block: another name clears its code, another school replaces the block, also when its record fails to load, and Undo brings everything back [AC-10]', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  await haveStargazer(page);
  await test.step('the same name', async () => {
    await input(page).fill('stargazer high school');
    await input(page).press('Tab');
    await expect(school(page).getByText('Enter your school information below.')).toBeVisible();
    await expect(code(page)).toHaveValue('X10148');
    await expect(cleared(page)).toHaveCount(0);
  });
  await test.step('another name', async () => {
    await input(page).fill('My Other Academy');
    // No answers are cleared while the applicant types.
    await expect(code(page)).toHaveValue('X10148');
    await input(page).press('Tab');
    await expect(code(page)).toHaveValue('');
    await expect(cleared(page)).toHaveText('We cleared 1 answer: School Code (CEEB). Undo');
    await expect
      .poll(() => savedAnswers(page))
      .toMatchObject({ ...stargazer, hs_ceeb: '', hs_name: 'My Other Academy' });
    await undo(page).click();
    await expect(input(page)).toHaveValue('stargazer high school');
    await expect.poll(() => savedAnswers(page)).toMatchObject(stargazer);
  });
  await test.step('a reload in the middle of typing saves no name with the code of another school', async () => {
    await input(page).fill('My Other Academy');
    await page.reload();
    await expect(page.locator('#hs_name input')).toHaveValue('My Other Academy');
    await expect(code(page)).toHaveValue('');
    await expect.poll(() => savedAnswers(page)).toMatchObject({ hs_name: 'My Other Academy', hs_ceeb: '' });
  });
  await test.step('another record replaces edited answers, also when the field is left while it loads', async () => {
    await haveStargazer(page);
    await page.locator('#hs_zip input').fill('00260');
    const release = await holdRoute(page, '**/lookup/find?id=**');
    await chooseSchool(page, 'stargazer prep', preparatory);
    await page.locator('#hs_gpa input').focus();
    await expect(input(page)).toHaveValue('Stargazer Preparatory School');
    await expect(page.locator('#hs_city input')).toHaveValue('Quillhaven');
    release();
    await expect(page.locator('#hs_city input')).toHaveValue('Violetmoor Falls');
    await expect(page.locator('#hs_zip input')).toHaveValue('00112');
    await expect(cleared(page)).toHaveCount(0);
    await page.unroute('**/lookup/find?id=**');
  });
  await test.step('the record of another school of the same name fails to load', async () => {
    await haveStargazer(page);
    await page.route('**/lookup/find?id=**', (route) => route.abort());
    await chooseSchool(page, 'stargazer high', sameName);
    await expect(input(page)).toHaveValue('Stargazer High School');
    await expectNoSchoolAddress(page);
    await expect(cleared(page)).toHaveText(
      /^We cleared 6 answers: School Code \(CEEB\), School Country and 4 more\./,
    );
    await expect
      .poll(() => savedAnswers(page))
      .toMatchObject({ ...nothing, hs_name: 'Stargazer High School' });
    await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
    await undo(page).click();
    await expect.poll(() => savedAnswers(page)).toMatchObject(stargazer);
    await expect(page.locator('#hs_zip input')).toHaveValue('00259');
  });
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
  await expectNoSchoolAddress(page);
  await page.locator('#hs_gpa input').fill('3.9');
  await expect.poll(() => savedAnswers(page)).toMatchObject({ hs_name: 'My Own Academy', hs_gpa: '3.9' });
  expect(await savedAnswers(page)).not.toHaveProperty('hs_ceeb');
});

test('choosing a found address fills the rest of it; typing another street clears nothing [AC-11]', async ({
  page,
}) => {
  await comeBack(page, { answers: { country: 'USA' } });
  const line = page.locator('#address_line_1');
  const street = line.getByRole('combobox');
  await line.locator('input').focus();
  await street.pressSequentially('747 lantern');
  await line.getByRole('option').filter({ hasText: '747 Lantern Avenue' }).first().click();
  await expect(page.locator('#city input')).toHaveValue('Yarrowford Falls');
  await expect(street).toHaveValue('747 Lantern Avenue');
  await expect(page.locator('#state select')).toHaveValue('GA');
  await expect(page.locator('#mailing_city input')).toHaveValue('');
  await street.fill('99 Nowhere Rd');
  await street.press('Tab');
  await expect(line.getByText('Enter your address information below.')).toBeVisible();
  await expect(page.locator('#city input')).toHaveValue('Yarrowford Falls');
  await expect(cleared(page)).toHaveCount(0);
});
