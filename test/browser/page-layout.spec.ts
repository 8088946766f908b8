import { university as northernLakes } from '../../shared/partners/index.ts';
import { pdf } from '../support/samples.ts';
import { button, comeBack, heading, newApplicant } from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const footer = (page: Page) => page.getByRole('contentinfo');
const toasts = (page: Page) => page.locator('.toasts');
const toast = (page: Page) => toasts(page).getByRole('listitem');

const columns = (page: Page, grid: string) =>
  page.locator(grid).evaluate((element) =>
    getComputedStyle(element)
      .gridTemplateColumns.split(' ')
      .map((width) => Number.parseFloat(width)),
  );

test('an anonymous visitor is welcomed and reads the promises of the university, and its dated banner on those days only [BN-05, BN-06, BN-07, BN-08, BN-09, BN-10, BN-11, RO-03, CO-10]', async ({
  page,
}) => {
  for (const [day, isNews] of [
    ['2027-01-14', false],
    ['2027-01-15', true],
    ['2027-02-02', false],
  ] as const) {
    await page.clock.setFixedTime(new Date(`${day}T12:00:00-05:00`));
    await page.goto('/about');
    await expect(page.getByRole('heading', { name: 'First time here?' })).toBeVisible();
    await expect(page.getByText(northernLakes.dateBanner?.text ?? '')).toHaveCount(isNews ? 1 : 0);
  }
  const welcome = page.getByRole('region', { name: 'First time here?' });
  await expect(welcome).toContainText('there is no application fee.');
  await expect(welcome).toContainText(northernLakes.beforeYouStart);
  await welcome.getByText('What you need').click();
  await expect(welcome.getByText('It takes about 40 minutes')).toBeVisible();
  await expect(welcome.getByText('Please submit only one application')).toBeVisible();
  await welcome.getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  for (const promise of [
    'No application fee',
    'No required recommendation',
    'Automatic consideration for merit scholarships',
    'An admissions decision within two weeks',
  ])
    await expect(page.getByRole('complementary').getByText(promise)).toBeVisible();
  await page.goto('/final-steps');
  await expect(page.getByText('Please submit only one application')).toHaveCount(1); // next to Submit, not in the banner again
});

test('the account popover and the footer dialogs open, close and return the focus [DG-01, DG-02, DG-05, DG-06, DG-08, DG-09, DG-10, DG-11, DG-12, DG-13]', async ({
  page,
}) => {
  const { email, password } = newApplicant();
  await comeBack(page, { as: { email: email.replace('applicant', 'Applicant'), password } });
  await button(page, 'Account').click();
  const account = page.getByRole('dialog', { name: 'Account' });
  await expect(account).toContainText(email);
  await expect(account.locator('svg')).toBeVisible();
  await expect(account.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await account.getByRole('button', { name: 'Close' }).click();
  await expect(account).toBeHidden();
  await expect(button(page, 'Account')).toBeFocused();

  const help = page.getByRole('dialog', { name: 'Help' });
  await footer(page).getByRole('button', { name: 'Help' }).click();
  await expect(help.getByRole('link', { name: northernLakes.helpEmail })).toHaveAttribute(
    'href',
    `mailto:${northernLakes.helpEmail}`,
  );
  await expect(help.getByRole('link', { name: 'Download a PDF reader' })).toHaveAttribute('href', /^https:/);
  for (const text of [...northernLakes.addressLines, northernLakes.phone])
    await expect(help).toContainText(text);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(footer(page).getByRole('button', { name: 'Help' })).toBeFocused();

  const name = 'Privacy Policy and Cookie Notice';
  await footer(page).getByRole('button', { name }).click();
  const privacy = page.getByRole('dialog', { name });
  await expect(privacy).toContainText(northernLakes.privacyNotice[0] ?? '');
  await expect(privacy).toContainText(northernLakes.cookieNotice[0] ?? '');
  await privacy.getByRole('button', { name: 'Close' }).click();
  await expect(privacy).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('buttons, dialogs and columns have the specified sizes and change at 900 and 600 px [DG-19, DG-20, DG-21, CO-04, CO-05, CO-06, CO-07, PG-22]', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  const sizeOf = async (name: RegExp | string) => {
    const box = await page.getByRole('button', { name }).first().boundingBox();
    return [box?.width, box?.height];
  };
  await page.mouse.move(30, 30);
  await expect(page.getByRole('button', { name: /^Choose file/ }).first()).toBeVisible();
  expect(await sizeOf('Next')).toEqual([160, 48]);
  for (const name of ['Save and Continue', 'Previous', /^Add Another/, /^Choose file/])
    expect([name, await sizeOf(name)]).toEqual([name, [240, 48]]);
  await page
    .locator('#transcript_document input[type=file]')
    .setInputFiles({ name: 'grades.pdf', mimeType: '', buffer: Buffer.from(await pdf()) });
  await page.getByRole('button', { name: 'Delete grades.pdf' }).click();
  for (const name of ['Cancel', /^Delete$/]) expect([name, await sizeOf(name)]).toEqual([name, [240, 48]]);
  await button(page, 'Cancel').click();

  await footer(page).getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  const widths = async () => {
    const found: number[] = [];
    for (const size of ['small', 'medium', 'large'])
      found.push(
        await help.evaluate((element, name) => {
          element.setAttribute('data-size', name);
          return element.getBoundingClientRect().width;
        }, size),
      );
    return found.map(Math.round);
  };
  expect(await widths()).toEqual([480, 960, 1024]);
  await page.setViewportSize({ width: 900, height: 900 });
  expect(await widths()).toEqual([480, 630, 810]);
  await page.keyboard.press('Escape');

  expect(await columns(page, '.golden')).toHaveLength(1);
  await page.setViewportSize({ width: 901, height: 900 });
  const [form = 0, aside = 1] = await columns(page, '.golden');
  expect(form / aside).toBeCloseTo(1.62, 1);
  const save = page.getByRole('button', { name: 'Save and Continue' });
  await page.setViewportSize({ width: 601, height: 900 });
  expect((await save.boundingBox())?.width).toBe(240);
  await page.setViewportSize({ width: 600, height: 900 });
  expect((await save.boundingBox())?.width).toBeGreaterThan(500);

  await page.context().clearCookies();
  await page.goto('/login');
  await expect(heading(page, 'Log In')).toBeVisible();
  for (const [width, count] of [
    [599, 1],
    [601, 2],
    [1000, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, (await columns(page, '.account')).length]).toEqual([width, count]);
  }
});

test('a success toast closes after five seconds or when it is dismissed [TS-01, TS-03, TS-04, PG-16, PG-17]', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/forgot');
  await page.getByLabel('Email Address').fill(newApplicant().email);
  await button(page, 'Submit').click();
  await expect(toast(page)).toContainText('Success');
  await expect(toast(page)).toContainText('we sent a link to reset your password');
  await page.clock.runFor(3_500);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(1_600);
  await expect(toast(page)).toHaveCount(0);
  await button(page, 'Submit').click();
  await toast(page).getByRole('button', { name: 'Close' }).click();
  await expect(toast(page)).toHaveCount(0);
});

test('an error toast closes after five minutes; F8 focuses it and a swipe dismisses it [TS-02, TS-05, TS-06, TS-07, ER-04, ER-07]', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await comeBack(page, { path: '/education' });
  const loaded = page.waitForResponse(/\/messages-[^/]*\.js$/);
  await page.mouse.move(30, 30);
  await page.clock.runFor(3_000);
  await loaded;
  const add = page.getByRole('button', { name: 'Add Another honor' });
  await context.setOffline(true);
  await add.click();
  await expect(toast(page)).toContainText('Error');
  await expect(toast(page)).toContainText('Error adding another honors');
  await page.clock.runFor(297_000);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(4_000);
  await expect(toast(page)).toHaveCount(0);

  await add.click();
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press('F8');
  await expect(toasts(page)).toBeFocused();
  expect(await toasts(page).evaluate((element) => getComputedStyle(element).width)).toBe('390px');
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await toasts(page).evaluate((element) => getComputedStyle(element).width)).toBe('320px');
  await page.setViewportSize({ width: 1280, height: 900 });
  const swipe = async (distance: number) => {
    const box = await toast(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 20];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance / 2, y);
    await page.mouse.move(x + distance, y);
    await page.mouse.up();
    await page.clock.runFor(500);
  };
  await swipe(49);
  await expect(toast(page)).toBeVisible();
  await swipe(51);
  await expect(toast(page)).toHaveCount(0);
  await context.setOffline(false);
});
