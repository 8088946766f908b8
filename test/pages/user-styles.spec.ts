import { button, comeBack, heading } from '../browser/support/applicant.ts';
import { completeAnswers } from '../browser/support/fill-page.ts';
import { expect, type Page, test } from '../browser/support/test.ts';

/** Adds styles that a user may set, as a browser extension would. */
const addUserStyles = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);

/** Expects that nothing scrolls sideways and that no label, button or heading hides part of its text. */
async function expectNothingCutOff(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const clipped = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main label, main legend, main button, main h1, main h2, main p, a',
      ),
    ]
      .filter((each) => each.offsetParent !== null && getComputedStyle(each).overflow !== 'visible')
      .filter((each) => !each.classList.contains('unseen') && each.closest('.unseen') === null)
      .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
      .map((each) => each.textContent),
  );
  expect(clipped).toEqual([]);
}

const spaced =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

const readers = [
  ['text spaced wide on a phone (WCAG 1.4.12)', 390, spaced],
  ['text at 200 % (WCAG 1.4.4)', 1280, 'html { font-size: 200% !important }'],
  ['a zoom of 400 % (WCAG 1.4.10)', 320, ''],
] as const;

async function expectReadable(page: Page): Promise<void> {
  for (const [name, width, css] of readers)
    await test.step(name, async () => {
      await page.setViewportSize({ width, height: 800 });
      await addUserStyles(page, css);
      await expectNothingCutOff(page);
    });
}

test('the pages cut nothing off with wide spacing, with text of twice the size, and at a zoom of 400 %', async ({
  page,
}) => {
  for (const [path, title] of [
    ['/login', 'Log In'],
    ['/signup', 'Sign Up'],
  ] as const) {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expectReadable(page);
  }
  await comeBack(page, { answers: completeAnswers });
  for (const label of ['About You', 'Academics', 'Final Steps']) {
    await page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name: label }).click();
    await expect(heading(page, label)).toBeVisible();
    await expectReadable(page);
  }
});

test('in forced colors the focus and the selected tab are visible, and selects have an arrow', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await comeBack(page);
  const name = page.getByLabel('First Name', { exact: true });
  await name.focus();
  expect(await name.evaluate((input) => getComputedStyle(input).outlineStyle)).not.toBe('none');
  expect(await name.evaluate((input) => getComputedStyle(input).borderStyle)).not.toBe('none');
  await expect(page.getByLabel('Sex')).toHaveCSS('appearance', 'auto');
  await page.goto('/education#main');
  await expect(page.getByRole('tab')).toHaveCount(2);
  const borders = await page
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.map((each) => getComputedStyle(each).borderBottomColor));
  expect(borders[0]).not.toBe(borders[1]);
});

test('a browser that prefers dark gets dark pages, cards, fields and dialogs, and white paper', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/login');
  const brightness = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const [red = 0, green = 0, blue = 0] = getComputedStyle(element).backgroundColor.match(/\d+/g) ?? [];
        return Math.max(Number(red), Number(green), Number(blue));
      });
  expect(await brightness('.card')).toBeLessThan(80);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  for (const part of ['body', '.control', 'dialog[open]', '.footer'])
    expect(await brightness(part), part).toBeLessThan(80);
  const text = await page
    .locator('label')
    .first()
    .evaluate((label) => getComputedStyle(label).color);
  expect(Number(/\d+/.exec(text)?.[0])).toBeGreaterThan(180);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await brightness('body')).toBe(255);
});

test('with reduced motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/about');
  await expect(heading(page, 'About You')).toBeVisible();
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((each) => {
        const { transitionDuration, animationName } = getComputedStyle(each);
        return animationName !== 'none' || Number.parseFloat(transitionDuration) > 0.011;
      }).length,
  );
  expect(moving).toBe(0);
});

test('on a phone, error messages cover neither the focus nor, at the end of a page, any button or link', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await comeBack(page, { path: '/education' });
  const toasts = page.locator('.toasts').getByRole('listitem');
  const loaded = page.waitForResponse(/\/messages-[^/]*\.js$/);
  await page.mouse.move(30, 30);
  await loaded;
  await context.setOffline(true);
  for (const name of ['honor', 'activity']) await button(page, `Add Another ${name}`).click();
  await expect(toasts).toHaveCount(2);
  const isBehindToasts = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const found = [0.1, 0.9].map((part) =>
      document.elementFromPoint((left + right) / 2, top + (bottom - top) * part),
    );
    return found.some((each) => each?.closest('.toasts') !== null);
  };
  await test.step('at the end of the page they are below it', async () => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await expect(toasts.last()).toBeInViewport();
    const targets = page.locator('.page-buttons .button, .footer :is(a, button)').filter({ visible: true });
    expect(await targets.count()).toBeGreaterThan(4);
    for (const target of await targets.all()) expect(await target.evaluate(isBehindToasts)).toBe(false);
  });
  await test.step('they stay in view elsewhere, and the focus is above them', async () => {
    await page.locator('h1').focus();
    await expect(toasts.last()).toBeInViewport();
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').evaluate(isBehindToasts)).toBe(false);
    }
  });
});
