import { comeBack, heading } from '../browser/support/applicant.ts';
import { completeAnswers } from '../browser/support/fill-page.ts';
import { expect, type Page, test } from '../browser/support/test.ts';

const formPages = [
  ['/about', 'About You'],
  ['/education', 'Academics'],
  ['/final-steps', 'Final Steps'],
] as const;

const open = async (page: Page, path: string, title: string) => {
  await page.goto(`${path}#main`);
  await expect(heading(page, title)).toBeVisible();
};

declare global {
  interface Window {
    shifts: { readonly value: number; readonly sources: string }[];
  }
}

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly {
          readonly node: Element | null;
          readonly previousRect: DOMRect;
          readonly currentRect: DOMRect;
        }[];
      })[])
        if (!entry.hadRecentInput)
          window.shifts.push({
            value: entry.value,
            sources: entry.sources
              .map(
                ({ node, previousRect, currentRect }) =>
                  `${node?.id || node?.textContent}: ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`,
              )
              .join('; '),
          });
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });

for (const width of [390, 1280])
  test(`the pages do not shift while they load, are filled in and save, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    await comeBack(page, { answers: completeAnswers });
    for (const [path, title] of formPages) {
      await open(page, path, title);
      await page
        .locator('main input[type=text]:visible, main textarea:visible')
        .first()
        .pressSequentially('Lake');
      await page.keyboard.press('Tab');
      await expect(page.locator('.saving-line')).toHaveText(/^Saved at /);
      expect({ path, shifts: await page.evaluate(() => window.shifts) }).toEqual({ path, shifts: [] });
    }
    for (const [path, title] of [
      ['/login', 'Log In'],
      ['/signup', 'Sign Up'],
    ] as const) {
      await page.context().clearCookies();
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      expect({ path, shifts: await page.evaluate(() => window.shifts) }).toEqual({ path, shifts: [] });
    }
  });

test('a button takes the first press after a field with a new error, which shows after the press [AU-18]', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await page.getByLabel('Email Address').fill('bad');
  const show = page.getByRole('button', { name: 'Show Password' });
  const { x = 0, y = 0 } = (await show.boundingBox()) ?? {};
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Hide Password' })).toBeVisible();
  await expect(page.getByText('Please provide a valid email address.')).toBeVisible();
});
