import { startValidating } from '../browser/support/answers.ts';
import { comeBack, logInBehind } from '../browser/support/applicant.ts';
import { completeAnswers } from '../browser/support/fill-page.ts';
import { expect, type Page, test } from '../browser/support/test.ts';

const _firstField = (page: Page) => page.getByLabel('First Name', { exact: true }).first();
const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name });

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
