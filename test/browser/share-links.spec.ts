import { button, comeBack, heading } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { completeAnswers } from './support/fill-page.ts';
import { expect, type Page, test } from './support/test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Show it to someone' });
const linkIn = (text = '') => /https?:\/\/\S+\/shared#\S+/.exec(text)?.[0] ?? '';
const ended = 'This link has ended. Ask the applicant for a new one.';

test('an applicant shows the application to a counselor by mail on a phone, and revokes the link', async ({
  page,
  browser,
  cloud,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { email } = await comeBack(page, { answers: { ...completeAnswers, first_name: 'Augusta' } });
  await page.goto('/account');
  await section(page).locator('summary').click();
  const address = section(page).getByLabel('Their Email Address');
  await expect(address).toBeFocused();
  await expect(section(page).getByLabel('Only what is still missing')).toBeChecked();
  await button(page, 'Send link').click();
  await expect(section(page).getByText('Your email address must be valid.')).toBeVisible();
  await address.fill('counselor@example.org');
  await section(page)
    .getByLabel(/^My whole application/)
    .check();
  await button(page, 'Send link').click();
  await expect(page.getByText('We sent a link to counselor@example.org.').first()).toBeVisible();
  const item = section(page).getByRole('listitem').filter({ hasText: 'counselor@example.org' });
  await expect(item).toContainText('Not opened yet');
  await expectAccessible(page);

  const counselor = await (await browser.newContext({ baseURL: cloud.url })).newPage();
  const calls: string[] = [];
  counselor.on('request', (request) => calls.push(request.url() + (request.headers().referer ?? '')));
  const link = linkIn(cloud.mail('counselor@example.org')[0]?.text);
  await counselor.goto(link);
  await expect(heading(counselor, 'Northern Lakes University')).toBeVisible();
  await expect(counselor.getByText(`Shared by ${email}, until`)).toBeVisible();
  await expect(counselor.getByText('Augusta').first()).toBeVisible();
  await expect(counselor.getByText(/felony|Alien Registration/)).toHaveCount(0);
  await expect(counselor).toHaveURL(/\/shared$/);
  expect(calls.join('\n')).not.toContain(link.split('#')[1]);
  await expect(counselor.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expectAccessible(counselor);
  await counselor.reload();
  await expect(counselor.getByText('Augusta').first()).toBeVisible();

  await page.reload();
  await section(page).locator('summary').click();
  await expect(item).toContainText('Opened on');
  const revoke = item.getByRole('button', { name: /^Revoke/ });
  await revoke.click();
  await expect(button(page, 'Yes, revoke')).toBeFocused();
  await button(page, 'Keep').click();
  await expect(revoke).toBeFocused();
  await revoke.click();
  await button(page, 'Yes, revoke').click();
  await expect(page.getByText('The link no longer works.').first()).toBeVisible();
  await expect(item).toHaveCount(0);
  await expect(section(page).getByRole('heading', { name: 'Show it to someone' })).toBeFocused();
  await counselor.reload();
  await expect(counselor.getByRole('alert')).toHaveText(ended);
  await counselor.context().close();
});

test('a link shows only what is missing, also in the browser of an applicant, who stays logged in', async ({
  page,
  cloud,
}) => {
  await comeBack(page, { answers: { first_name: 'Augusta' }, path: '/final-steps' });
  await page.getByRole('link', { name: 'show it to someone' }).click();
  await expect(page).toHaveURL(/\/account#share-section$/);
  await expect(section(page)).toBeInViewport();
  await section(page).getByLabel('Their Email Address').fill('parent@example.org');
  await button(page, 'Send link').click();
  await expect(page.getByText('We sent a link to parent@example.org.').first()).toBeVisible();
  const link = linkIn(cloud.mail('parent@example.org')[0]?.text);
  await page.goto('/shared');
  await expect(page.getByRole('alert')).toHaveText('This link is incomplete. Open it from the email again.');
  await page.goto(link);
  await expect(page.getByRole('region', { name: 'Final Steps' })).toContainText(
    'Agreements2 required answers left',
  );
  await expect(page.getByRole('region', { name: 'Supporting documents' })).toContainText('Still needed');
  await expect(page.getByText('Augusta')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/account');
  await expect(heading(page, 'Account and Security')).toBeVisible();
});
