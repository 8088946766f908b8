import { button, comeBack } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { expectHeard, recordAnnouncements } from './support/live-regions.ts';
import { staffToken } from './support/staff-token.ts';
import { expect, type Page, test } from './support/test.ts';

const taken = (page: Page) => page.locator('#sat_test_month');
const note = 'This month is in the future. Is this right?';

const half = {
  ...{ mailing_addr_same_as_perm_addr: false, mailing_country: '', mailing_address_line_1: '' },
  ...{ michigan_residence: 'N', residence_state: 'WI' },
  ...{ sat_taken_unsure: false, act_taken_unsure: false, sat_test_month: '5', sat_test_year: '2026' },
};

test('contradictory answers get a note next to their field until one of them is changed, in the review and for staff, and do not block submission', async ({
  page,
  cloud,
}) => {
  const announcements = await recordAnnouncements(page);
  await page.clock.setFixedTime(new Date('2026-06-15T12:00:00-04:00'));
  await comeBack(page, { answers: { ...completeAnswers, ...half } });
  await test.step('the note about two answers disappears when one of them is changed', async () => {
    const state = page.locator('#residence_state');
    await state.getByRole('combobox').selectOption('MI');
    await expect(state.getByText('Is this right?')).toBeVisible();
    await state.getByRole('combobox').selectOption('WI');
    await expect(state.getByText('Is this right?')).toHaveCount(0);
  });
  await test.step('half a mailing address is asked about once the applicant has left it', async () => {
    const street = page.locator('#mailing_address_line_1');
    const gap = 'This address has no street. Is this right?';
    await page.locator('#mailing_country-control').selectOption('CAN');
    await page.locator('#mailing_city input').fill('Windsor');
    await page.keyboard.press('Tab');
    await expect(street.getByText(gap)).toHaveCount(0);
    await page.locator('#military_status').getByLabel('Veteran').check();
    await expect(street.getByText(gap)).toBeVisible();
  });
  await test.step('a test date in the future', async () => {
    await page.getByRole('link', { name: 'Academics' }).click();
    await expect(taken(page).getByLabel('Month')).toHaveValue('5');
    await expect(taken(page).getByText(note)).toHaveCount(0);
    await taken(page).getByLabel('Month').selectOption('7');
    await expect(taken(page).getByLabel('Month')).toHaveAccessibleDescription(note);
    await expectHeard(announcements, note);
    await expect(taken(page).getByRole('alert')).toBeEmpty();
  });
  await page.getByRole('link', { name: 'Final Steps' }).click();
  const review = page.getByRole('region', { name: 'Review your answers' });
  for (const text of ['This month is in the future.', 'This address has no street.'])
    await expect(review.getByText(`Please check: ${text}`)).toBeVisible();
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
  await page.goto(`/about?service_token=${await staffToken(cloud, page)}`);
  await expect(page.getByText('Please check: This month is in the future.')).toBeVisible();
});
