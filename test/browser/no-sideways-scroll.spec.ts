import { comeBack, heading } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { expect, type Page, test } from './support/test.ts';

const [narrowest, widest, step] = [320, 1920, 40];
const widths = Array.from(
  { length: (widest - narrowest) / step + 1 },
  (_, index) => narrowest + index * step,
);

/** The widths at which the page scrolls sideways, each with the width that the page takes. */
async function scrollingWidths(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const taken = await page.evaluate(() => document.documentElement.scrollWidth);
    if (taken > width) found.push(`${width}: ${taken}`);
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

test('no public page scrolls sideways at any width from 320 to 1920 pixels [CO-06, CO-07]', async ({
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
  ] as const) {
    await page.goto(path);
    await expectNoSidewaysScroll(page, path, title);
  }
});

test('no page of an applicant scrolls sideways at any width, with answers, errors or the receipt [CO-06, CO-07]', async ({
  page,
}) => {
  await comeBack(page, { answers: { ...completeAnswers, first_name: '', hs_name: '' } });
  for (const [path, title] of formPages) {
    await page.goto(`${path}#main`);
    await expectNoSidewaysScroll(page, path, title);
  }
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: "We're missing some information!" })).toBeVisible();
  for (const [path, title] of formPages) {
    await page.goto(`${path}#main`);
    await expectNoSidewaysScroll(page, `${path} with errors`, title);
  }
  const { first_name, hs_name } = completeAnswers;
  await page.request.put('/api/answer', { data: { answer: { first_name, hs_name } } });
  await page.reload();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/completion$/);
  await expectNoSidewaysScroll(
    page,
    '/completion',
    await page.getByRole('heading', { level: 1 }).innerText(),
  );
});
