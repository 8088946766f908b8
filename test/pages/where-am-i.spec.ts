import { startValidating } from '../browser/support/answers.ts';
import { comeBack, logInBehind } from '../browser/support/applicant.ts';
import { completeAnswers } from '../browser/support/fill-page.ts';
import { expect, type Page, test } from '../browser/support/test.ts';

const firstField = (page: Page) => page.getByLabel('First Name', { exact: true }).first();
const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name });

test('the first question is in the first view of a phone, for every greeting', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'First time here?' })).toBeVisible();
  await expect(firstField(page)).toBeInViewport({ ratio: 1 });
  const applicant = await comeBack(page);
  await expect(page.getByRole('heading', { name: 'Welcome to your application!' })).toBeVisible();
  await expect(firstField(page)).toBeInViewport({ ratio: 1 });
  await logInBehind(page, applicant);
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: "We're glad to see you again!" })).toBeVisible();
  await expect(firstField(page)).toBeInViewport({ ratio: 1 });
});

test('the greeting of a returning applicant links to the next question, and on the last page points to Submit', async ({
  page,
}) => {
  const { gender: _, gender_desc: __, ...answers } = completeAnswers;
  const applicant = await comeBack(page, { answers });
  await logInBehind(page, applicant);
  await page.goto('/about');
  const welcome = page.getByRole('region', { name: "We're glad to see you again!" });
  await expect(welcome).toContainText('Next question: Sex');
  await welcome.getByRole('link', { name: 'Sex' }).click();
  await expect(page.getByLabel('Sex')).toBeFocused();
  await page.getByLabel('Sex').selectOption('F');
  await expect(welcome).toContainText("You've answered every required question.");
  await step(page, 'Final Steps').click();
  await expect(welcome).toContainText('Everything is answered. Review and submit below.');
});

test('steps are marked once nothing is missing on their page, and optional sections once they have an answer', async ({
  page,
}) => {
  const { gender: _, gender_desc: __, ethnicity: ___, ...answers } = completeAnswers;
  await comeBack(page, { answers: { ...answers, military_status: '', military_dependent: '' } });
  await expect(step(page, 'Academics')).toHaveAccessibleName(/\(complete\)$/);
  await expect(step(page, 'Final Steps')).not.toHaveAccessibleName(/complete/); // until it is submitted
  await expect(step(page, 'About You')).not.toHaveAccessibleName(/complete/);
  const outline = page.getByRole('navigation', { name: 'On this page' });
  const military = outline.getByRole('link', { name: /^Military service/ });
  await expect(military).toHaveText(/optional$/);
  await page.locator('#military_dependent').getByLabel('No').check();
  await expect(military).toHaveText(/added$/);
  await page.getByLabel('Sex').selectOption('F');
  await expect(step(page, 'About You')).toHaveAccessibleName(/\(complete\)$/);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(step(page, 'About You').locator('.step-number')).toBeVisible();
  }
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(step(page, 'About You').locator('.step-number')).toHaveCSS('forced-color-adjust', 'none');
});

test('the save status is in view next to the form or in the line above it at every scroll position', async ({
  page,
}) => {
  await comeBack(page);
  const status = page.locator('.saving-line');
  for (const [width, height] of [
    [320, 640],
    [768, 1024],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await firstField(page).fill(`Ada ${width}`);
    await expect(status).toHaveText(/^Saved at /);
    for (const top of [0, 900, 2400]) {
      await page.evaluate((y) => scrollTo(0, y), top);
      await expect(status).toBeInViewport({ ratio: 1 });
    }
    const line = await status.boundingBox();
    const form = await page.locator('main form').boundingBox();
    const bar = await page.locator('.aside').boundingBox();
    if (line === null || form === null || bar === null) throw new Error('Nothing is shown.');
    if (width > 900) expect(line.x).toBeGreaterThanOrEqual(form.x + form.width);
    else expect(line.y + line.height).toBeLessThanOrEqual(bar.y + bar.height);
  }
});

test('while validating, one line has the save status and the only count of what is left', async ({
  page,
}) => {
  await comeBack(page, { answers: { first_name: 'Ada' } });
  await startValidating(page);
  await page.reload();
  const strip = page.locator('.status-strip');
  const next = strip.locator('.next-error');
  const status = strip.locator('.saving-line');
  await expect(next).toContainText(/^\d+ left\./);
  await expect(page.getByText(/ of \d+ answered/)).toHaveCount(0);
  for (const width of [390, 768, 1000, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await firstField(page).fill(`Ada ${width}`);
    await expect(status).toHaveText(/^Saved at /);
    await page.evaluate(() => scrollTo(0, 2400));
    await expect.poll(async () => (await strip.boundingBox())?.y).toBe(0);
    expect((await strip.boundingBox())?.height).toBeLessThan(50);
    // A short question is not cut.
    expect(await next.getByRole('link').evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0);
    const [before, after] = [await next.boundingBox(), await status.boundingBox()];
    expect(after?.x).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? width));
  }
});

test('on a low screen nothing stays in view above the form while it scrolls, also with errors', async ({
  page,
}) => {
  await comeBack(page, { answers: { first_name: 'Ada' } });
  await startValidating(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: "We're missing some information!" })).toBeVisible();
  await expect(page.locator('.next-error')).toBeAttached();
  for (const [width, height] of [
    [844, 390],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    const staying = await page.evaluate(() => {
      const tops = () => [...document.querySelectorAll('body *')].map((each) => each.getBoundingClientRect());
      scrollTo(0, 3_000);
      const before = tops();
      scrollBy(0, 100);
      const after = tops();
      return [...document.querySelectorAll('body *')]
        .filter((_, index) => {
          const box = after[index];
          return box !== undefined && box.height > 1 && box.width > 1 && box.top === before[index]?.top;
        })
        .map(({ className }) => className);
    });
    expect({ width, staying }).toEqual({ width, staying: [] });
  }
});

test('on a phone the line in view says what it counts, next to the save status', async ({ page }) => {
  await comeBack(page);
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByLabel('Middle Name').fill(`Ada ${width}`);
    await expect(page.locator('.saving-line')).toHaveText(/^Saved at /);
    const words = page.locator('.on-this-page > p');
    await expect(words).toHaveText('1 of 10 answered');
    expect((await words.boundingBox())?.width).toBeGreaterThan(90);
    expect((await page.locator('.aside').boundingBox())?.height).toBeLessThan(50);
  }
});
