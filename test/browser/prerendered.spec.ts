import { button, comeBack, heading } from './support/applicant.ts';
import { holdRoute } from './support/routes.ts';
import { expect, type Page, test } from './support/test.ts';

const drawn = ['/about', '/education', '/final-steps', '/login', '/signup'];

/** Delays the page's scripts, as a slow network does, until the returned function is called. */
const holdScripts = (page: Page) => holdRoute(page, '**/assets/*.js');

/** Errors in the browser's console: React reports a page that differs from its prerendered HTML there. */
function complaints(page: Page): readonly string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  return found;
}

/** Resolves when the page is hydrated, and what was typed before is restored. */
const hydrated = (page: Page) => page.waitForFunction(() => !('earlyPress' in window));

const input = (page: Page, name: string) => page.locator(`input[name="${name}"]`);

test('each prerendered page hydrates its HTML', async ({ page }) => {
  const found = complaints(page);
  for (const path of drawn)
    await test.step(path, async () => {
      const release = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main button').first()).toBeEnabled();
      for (const form of await page.locator('form').all())
        await expect(form).toHaveAttribute('method', 'post');
      await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-drawn', ''));
      release();
      await hydrated(page);
      await expect(page.locator('button[disabled]')).toHaveCount(0);
      await expect(page.locator('h1[data-drawn]')).toBeVisible();
      expect(found).toEqual([]);
      await page.unroute('**/assets/*.js');
    });
});

test('input typed before hydration is kept and takes effect', async ({ page }) => {
  const found = complaints(page);
  const release = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  const name = page.getByLabel('First Name', { exact: true });
  await name.fill('Ada');
  await page.locator('#birth_date').getByLabel('Month').selectOption('2');
  await page.locator('#birth_date').getByLabel('Day').fill('28');
  await page.locator('#birth_date').getByLabel('Year').fill('2009');
  await input(page, 'citizenship_type').first().check();
  await page.getByLabel('Cell Phone').pressSequentially('906487');
  release();
  await hydrated(page);
  await page.keyboard.type('1885');
  await expect(page.getByLabel('Cell Phone')).toHaveValue('(906) 487-1885');

  await page.reload();
  await hydrated(page);
  await expect(name).toHaveValue('Ada');
  await expect(page.getByLabel('Cell Phone')).toHaveValue('(906) 487-1885');
  await expect(page.locator('#birth_date').getByLabel('Month')).toHaveValue('2');
  await expect(page.locator('#birth_date').getByLabel('Day')).toHaveValue('28');
  await expect(page.locator('#birth_date').getByLabel('Year')).toHaveValue('2009');
  await expect(input(page, 'citizenship_type').first()).toBeChecked();
  expect(found).toEqual([]);
});

test('a press before hydration takes effect after it, with all that was typed', async ({ page }) => {
  for (const press of [
    () => page.getByRole('link', { name: 'Academics' }).click(),
    () => button(page, 'Save and Continue').press('Enter'),
  ]) {
    const release = await holdScripts(page);
    await page.goto('/about', { waitUntil: 'commit' });
    await page.getByLabel('First Name', { exact: true }).fill('Ada');
    await input(page, 'city').fill('Byron Mills');
    await press();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.locator('[aria-busy]')).toBeVisible();
    release();
    await expect(heading(page, 'Sign Up')).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
    await expect(input(page, 'city')).toHaveValue('Byron Mills');
    await page.evaluate(() => sessionStorage.clear());
    await page.unroute('**/assets/*.js');
  }
});

test("a link works without the page's scripts at its second press", async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/about');
  const link = page.getByRole('link', { name: 'Academics' });
  await link.click();
  await link.click();
  await expect(page).toHaveURL(/\/education$/);
});

test('letters typed during hydration are kept', async ({ page }) => {
  // As on a slow phone: a letter arrives after the page has read the input, before the next step of its
  // script.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      setTimeout(() => post.apply(this, message as never), 100);
    };
    const read = Element.prototype.querySelectorAll;
    Element.prototype.querySelectorAll = function (controls: string) {
      if (controls.includes('textarea') && document.querySelector('[data-late]') === null) {
        document.documentElement.dataset.late = '';
        setTimeout(() => document.execCommand('insertText', false, 'a'));
      }
      return read.call(this, controls);
    };
  });
  const release = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  const name = page.getByLabel('First Name', { exact: true });
  await name.fill('Ad');
  release();
  await hydrated(page);
  await expect(name).toHaveValue('Ada');
});

test('hydration keeps the caret where the visitor types', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  const name = page.getByLabel('First Name', { exact: true });
  await name.fill('Aa');
  await name.press('ArrowLeft');
  release();
  await hydrated(page);
  await page.keyboard.type('d');
  await expect(name).toHaveValue('Ada');
});

test('the email address and password typed before hydration of the log-in page are sent after it', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email Address').fill('nobody@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Copper-Harbor-2027');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  release();
  await expect(page.getByText('The email address or password is incorrect.')).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue('nobody@example.org');
});

test('neither an applicant nor a visitor with a token sees the anonymous form while scripts load', async ({
  page,
  reader,
}) => {
  const release = await holdScripts(reader);
  await comeBack(page);
  const releaseApplicant = await holdScripts(page);
  for (const [visitor, path] of [
    [page, '/about'],
    [page, '/login'],
    [reader, '/about?token=none'],
    [reader, '/about?service_token=none'],
  ] as const) {
    await visitor.goto(path, { waitUntil: 'commit' });
    await visitor.waitForFunction(() => document.querySelector('footer') !== null);
    await expect(visitor.locator('main')).toBeHidden();
  }
  release();
  releaseApplicant();
  await expect(reader.getByRole('alert').first()).toBeAttached();
  await expect(heading(page, 'About You')).toBeVisible();
});
