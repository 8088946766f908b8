import { button, comeBack, heading } from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const drawn = ['/about', '/education', '/final-steps', '/login', '/signup'];

/** Holds the page's scripts back, as a slow network does, until they are released. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** What the browser complains about: a page that differs from what was drawn ahead is drawn again and says so. */
function complaints(page: Page): readonly string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  return found;
}

const input = (page: Page, name: string) => page.locator(`input[name="${name}"]`);

for (const path of drawn)
  test(`takes over ${path} as it was drawn ahead of time`, async ({ page }) => {
    const found = complaints(page);
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main button:not([disabled])')).toHaveCount(0);
    for (const form of await page.locator('form').all()) await expect(form).toHaveAttribute('method', 'post');
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-drawn', ''));
    release();
    await expect(page.locator('main button:not([disabled])').first()).toBeVisible();
    await expect(page.locator('button[disabled]')).toHaveCount(0);
    await expect(page.locator('h1[data-drawn]')).toBeVisible();
    expect(found).toEqual([]);
  });

test('keeps what a visitor entered before the page listened, and acts on it', async ({ page }) => {
  const found = complaints(page);
  const release = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.locator('#birth_date').getByLabel('Month').selectOption('2');
  await page.locator('#birth_date').getByLabel('Day').fill('28');
  await page.locator('#birth_date').getByLabel('Year').fill('2009');
  await input(page, 'citizenship_type').first().check();
  await page.getByLabel('Cell Phone').pressSequentially('906487');
  release();
  await expect(button(page, 'Save and Continue')).toBeEnabled();
  await page.keyboard.type('1885');
  await expect(page.getByLabel('Cell Phone')).toHaveValue('(906) 487-1885');

  await page.reload();
  await expect(button(page, 'Save and Continue')).toBeEnabled();
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
  await expect(page.getByLabel('Cell Phone')).toHaveValue('(906) 487-1885');
  await expect(page.locator('#birth_date').getByLabel('Month')).toHaveValue('2');
  await expect(page.locator('#birth_date').getByLabel('Day')).toHaveValue('28');
  await expect(page.locator('#birth_date').getByLabel('Year')).toHaveValue('2009');
  await expect(input(page, 'citizenship_type').first()).toBeChecked();
  expect(found).toEqual([]);
});

test('loses no letter of somebody who types on while the page begins to listen', async ({ page }) => {
  // As on a slow phone: a letter comes after the page has read what was entered, and before its next step.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      setTimeout(() => post.apply(this, message as never), 100);
    };
    const read = Element.prototype.querySelectorAll;
    Element.prototype.querySelectorAll = function (controls: string) {
      if (controls.includes('textarea')) setTimeout(() => document.execCommand('insertText', false, 'a'));
      return read.call(this, controls);
    };
  });
  const release = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  const name = page.getByLabel('First Name', { exact: true });
  await name.fill('Ad');
  release();
  await expect(button(page, 'Save and Continue')).toBeEnabled();
  await expect(name).toHaveValue('Ada');
});

test('keeps the caret where somebody is typing', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  const name = page.getByLabel('First Name', { exact: true });
  await name.fill('Aa');
  await name.press('ArrowLeft');
  release();
  await expect(button(page, 'Save and Continue')).toBeEnabled();
  await page.keyboard.type('d');
  await expect(name).toHaveValue('Ada');
});

test('keeps the address and password typed before the log-in page listened', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email Address').fill('nobody@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Copper-Harbor-2027');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  release();
  await button(page, 'Submit').click();
  await expect(page.getByText('The email address or password is incorrect.')).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue('nobody@example.org');
});

test('shows an applicant no question before the profile is there [RT-09]', async ({ page }) => {
  await comeBack(page, { answers: { first_name: 'Ada' } });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/profile', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/about', { waitUntil: 'commit' });
  const fields = page.locator('main').locator('input, select, textarea').filter({ visible: true });
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(fields).toHaveCount(0);
  release();
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
});

test('shows an applicant nothing of the page for visitors, even while scripts load', async ({ page }) => {
  await comeBack(page);
  const release = await holdScripts(page);
  for (const path of ['/about', '/login']) {
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('footer') !== null);
    await expect(page.locator('main')).toBeHidden();
  }
  release();
  await expect(heading(page, 'About You')).toBeVisible();
});

for (const name of ['token', 'service_token'])
  test(`hides the page from whoever brings a ${name}`, async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(`/about?${name}=none`, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('footer') !== null);
    await expect(page.locator('main')).toBeHidden();
    release();
    await expect(page.getByText('This link has expired').or(page.getByRole('alert')).first()).toBeAttached();
  });

test('gives nobody the answers of an application after logging out', async ({ page }) => {
  await comeBack(page);
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  await page.goto('/education');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await button(page, 'Account').click();
  await button(page, 'Log Out').click();
  await expect(heading(page, 'Log In')).toBeVisible();
  await page.goBack();
  await page.waitForLoadState('networkidle');
  await page.goto('/about');
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('');
});
