import sharp from 'sharp';
import { comeBack, heading, openCompletion } from '../browser/support/applicant.ts';
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
  ['text spaced wide (WCAG 1.4.12)', 1280, spaced],
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

test('with text at 200 % on a phone no step breaks inside a word', async ({ page }) => {
  await page.goto('/about');
  await expect(heading(page, 'About You')).toBeVisible();
  await addUserStyles(page, 'html { font-size: 200% !important }');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const lines = await page.getByRole('link', { name: 'Academics' }).evaluate((step) => {
      const range = document.createRange();
      const word = [...step.childNodes].find((node) => node.textContent === 'Academics');
      range.selectNodeContents(word ?? step);
      return range.getClientRects().length;
    });
    expect({ width, lines }).toEqual({ width, lines: 1 });
  }
});

/** The words of at most 12 letters that break within; not parts of an address or a number. */
function brokenWords(): readonly string[] {
  const texts = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const broken: string[] = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/(?<!\S)[a-z]{2,12}(?!\S)/gi)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1 && text.parentElement?.closest('.unseen') === null) broken.push(word);
    }
  return broken;
}

test('with text at 200 % on a phone no word of the completion page breaks within', async ({ page }) => {
  await openCompletion(page);
  await addUserStyles(page, 'html { font-size: 200% !important }');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Upload a copy').first().click();
  await page.mouse.move(30, 30);
  await expect(page.getByRole('button', { name: /^Choose file/ }).first()).toBeVisible();
  await expect(page.getByText('Found a mistake?')).toBeVisible();
  expect(await page.evaluate(brokenWords)).toEqual([]);
});

test('in forced colors the focus, the current page and the progress bar are visible, and selects have an arrow', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await comeBack(page);
  const name = page.getByLabel('First Name', { exact: true });
  await name.focus();
  expect(await name.evaluate((input) => getComputedStyle(input).outlineStyle)).not.toBe('none');
  expect(await name.evaluate((input) => getComputedStyle(input).borderStyle)).not.toBe('none');
  const steps = page.getByRole('navigation', { name: 'Application' });
  await expect(steps.getByRole('link', { name: 'About You' })).toHaveAttribute('aria-current', 'page');
  await page.evaluate(() => {
    const progress = document.createElement('progress');
    progress.max = 12;
    document.querySelector('main')?.append(progress);
  });
  const bar = page.getByRole('progressbar');
  const drawn = async (value: number) => {
    await bar.evaluate((progress: HTMLProgressElement, done) => {
      progress.value = done;
    }, value);
    const { channels } = await sharp(await bar.screenshot()).stats();
    return channels[0]?.mean ?? 0;
  };
  const [none, some, all] = [await drawn(0), await drawn(6), await drawn(12)];
  for (const filled of [none - some, some - all]) expect(Math.abs(filled)).toBeGreaterThan(10);
  await expect(page.getByLabel('Sex')).toHaveCSS('appearance', 'auto');
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

test('the first Tab stop is the link that skips the navigation (WCAG 2.4.1)', async ({ page }) => {
  await page.goto('/about');
  await expect(heading(page, 'About You')).toBeVisible();
  await page.locator('body').focus();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /skip/i });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});
