import { comeBack, heading } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { listen, readOn, spoken } from './support/screen-reader.ts';
import { expect, test } from './support/test.ts';

/** The phrases are spoken in this order, whatever is spoken between them. */
function expectInOrder(log: readonly string[], phrases: readonly string[]): void {
  let from = 0;
  for (const phrase of phrases) {
    const place = log.indexOf(phrase, from);
    expect(place, `${phrase} in ${JSON.stringify(log.slice(from))}`).toBeGreaterThanOrEqual(0);
    from = place + 1;
  }
}

test('a page is heard from its landmarks to its questions, each with name, state and kind', async ({
  page,
}) => {
  await page.goto('/about');
  await expect(heading(page, 'About You')).toBeVisible();
  await listen(page);
  await readOn(page, 70);
  expectInOrder(await spoken(page), [
    'banner',
    'link, Skip to the main content',
    'navigation, Application',
    'link, About You, current page',
    'main',
    'heading, About You, level 1',
    'heading, Personal information, level 2',
    'textbox, First Name, required',
    'textbox, Last Name, required',
  ]);
});

test('what is wrong with a field is spoken at once, and not again', async ({ page }) => {
  await comeBack(page, { answers: { ...completeAnswers, first_name: '' } });
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('region', { name: "We're missing some information!" })).toBeFocused();
  const city = page.locator('#city-control');
  await city.focus();
  await listen(page);
  await city.fill('');
  await city.blur();
  const about = async () => (await spoken(page)).filter((phrase) => phrase.startsWith('assertive: '));
  await expect.poll(about).toEqual(['assertive: Please complete: City']);
  await page.locator('#zip-control').focus();
  await page.locator('#zip-control').blur();
  expect(await about()).toEqual(['assertive: Please complete: City']);
});

test('what a choice empties is spoken politely', async ({ page }) => {
  await comeBack(page, { answers: { citizenship_type: '2', alien_registration_number: 'A123' } });
  await listen(page);
  await page
    .locator('#citizenship_type')
    .getByLabel(/U.S. citizen/)
    .check();
  await expect.poll(() => spoken(page)).toContain('polite: 1 answer removed');
});
