import { startValidating } from '../browser/support/answers.ts';
import { comeBack, heading } from '../browser/support/applicant.ts';
import { completeAnswers } from '../browser/support/fill-page.ts';
import { staffToken } from '../browser/support/staff-token.ts';
import { expect, type Page, test } from '../browser/support/test.ts';

/**
 * The widths at which the styles change (600, 601, 900, 1000 and 1200), and some between them. Content that
 * does not shrink shows first at the narrow end of a range.
 */
const widths = [320, 400, 600, 601, 720, 900, 1000, 1199, 1200, 1920];

/**
 * The widths at which the page, at 100 or 200 % text, scrolls sideways, or an open menu or dialog leaves the
 * window; each with the width that it takes. A zoom of 400 % at 1280 pixels is the same as 320 pixels.
 */
async function scrollingWidths(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const taken = await page.evaluate((viewport) => {
      const root = document.documentElement;
      const wrong: string[] = [];
      for (const text of ['100%', '200%']) {
        root.style.fontSize = text;
        if (root.scrollWidth > viewport) wrong.push(`${text} text takes ${root.scrollWidth}`);
        const menu = document.querySelector<HTMLElement>('[popover]');
        if (menu === null) continue;
        menu.showPopover();
        const { left, right } = menu.getBoundingClientRect();
        if (left < 0 || right > viewport || root.scrollWidth > viewport)
          wrong.push(`${text}: the menu reaches from ${left} to ${right}`);
        menu.hidePopover();
      }
      root.style.fontSize = '';
      return wrong;
    }, width);
    if (taken.length > 0) found.push(`${width}: ${taken.join(', ')}`);
  }
  return found;
}

async function expectNoSidewaysScroll(page: Page, path: string, title: string): Promise<void> {
  await expect(heading(page, title)).toBeVisible();
  expect({ path, scrolling: await scrollingWidths(page) }).toEqual({ path, scrolling: [] });
}

const formPages = [
  ['/about', 'About You'],
  ['/education', 'Academics'],
  ['/final-steps', 'Final Steps'],
] as const;

test('no public page scrolls sideways at any width from 320 to 1920 pixels and with text of twice the size [CO-06, CO-07]', async ({
  page,
}) => {
  for (const [path, title] of [
    ...formPages,
    ['/login', 'Log In'],
    ['/signup', 'Sign Up'],
    ['/confirm', 'Confirm Your Account'],
    ['/forgot', 'Forgot Password'],
    ['/reset?username=ada@example.org&id=abc', 'Reset Password'],
    ['/accessibility', 'Accessibility'],
    ['/deleted', 'Your application is deleted'],
  ] as const) {
    await page.goto(path);
    await expectNoSidewaysScroll(page, path, title);
  }
});

for (const [what, answers] of [
  ['every answer and every repeated block', completeAnswers],
  ['errors', { felony: 'Y', parent_email_address: 'a@', legacy_ind: 'Y' }],
] as const)
  test(`the form does not scroll sideways at any width with ${what} [CO-06, CO-07]`, async ({ page }) => {
    await comeBack(page, { answers });
    await startValidating(page);
    await page.reload();
    for (const [path, title] of formPages) {
      await page.goto(`${path}#main`);
      if (what === 'errors')
        await expect(page.getByRole('heading', { name: "We're missing some information!" })).toBeVisible();
      await expectNoSidewaysScroll(page, `${path} with ${what}`, title);
    }
  });

test('neither the receipt nor the view of staff scrolls sideways at any width [CO-06, CO-07]', async ({
  page,
  cloud,
}) => {
  await comeBack(page, { path: '/final-steps', answers: completeAnswers });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/completion$/);
  await expectNoSidewaysScroll(page, '/completion', 'Your application is in');
  await page.goto(`/about?service_token=${await staffToken(cloud, page)}`);
  await expectNoSidewaysScroll(page, 'the view of staff', 'First-year application');
});
