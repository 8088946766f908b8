import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { dataModel, validate } from '../../shared/form/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { button, comeBack, heading, makePdfCopy } from '../browser/support/applicant.ts';
import { completeAnswers } from '../browser/support/fill-page.ts';
import { test } from '../browser/support/second-partner.ts';
import { expect, type Page } from '../browser/support/test.ts';
import { labelsOf } from '../support/applications.ts';
import { runOperatorCommand } from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { desertSky } from '../support/second-partner.ts';

// One build for all tests: each worker would build its own.
test.describe.configure({ mode: 'default' });

const today = new Date().toISOString().slice(0, 10);
const form = applicationOf(desertSky, today);

const kept = { ...completeAnswers, applied_major: 'GEO', entry_term: '202801' };
const own = Object.fromEntries(Object.entries(kept).filter(([key]) => dataModel(form).has(key)));
const answers = { ...own, ...labelsOf(form, own) } as Readonly<Record<string, string | boolean>>;

/** Any text of the partner that ships. */
const textOfFirstPartner = /Northern Lakes|northern-?lakes|NLU|100 Harbor Street|\(906\) 555-01/i;

const expectOwnText = async (page: Page, expected: string) => {
  const text = await page.content();
  expect(text).toContain(expected);
  expect(textOfFirstPartner.exec(text)?.[0]).toBeUndefined();
};

/** Expects that staff read by how much a submission is after this partner's deadline. */
async function expectLate(page: Page, cloud: LocalCloud, user: string): Promise<void> {
  const command = { command: 'issue-token', user, seconds: 900, purpose: 'late submissions' } as const;
  const { token } = await runOperatorCommand(cloud, command);
  const { receipt } = await (await page.request.get(`/service/tmp-pdf?service_token=${token}`)).json();
  expect(receipt.late).toMatchObject({ deadline: 'priority', label: 'Priority date' });
  expect(receipt.late.minutes).toBeGreaterThan(100);
}

test('a second partner: an anonymous visitor reads nothing of the first partner, also when config.json cannot be read [FO-43]', async ({
  page,
}) => {
  for (const [path, expected] of [
    ['/signup', 'Rules of the college'],
    ['/education', 'Our College Board code is 1234.'],
    ['/final-steps', 'Questions? Call Public Safety at (505) 555-0199.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Visit us' })).toHaveAttribute('href', /desertsky/);
    await expectOwnText(page, expected);
  }
  const { primary } = desertSky.theme;
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', primary.dark);
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ theme_color: primary.dark, short_name: desertSky.shortName });
  await page.route('**/config.json', (route) => route.abort());
  await page.goto('/completion');
  await expect(page).toHaveURL(/\/about$/);
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await expectOwnText(page, 'Are you a New Mexico resident?');
});

test('a second partner: an applicant applies from the first mail to the receipt, after a deadline and within its grace period, and may turn deadline emails off', async ({
  page,
  cloud,
}) => {
  expect(validate(form, { answers }, { today })).toEqual({});
  const { email } = await comeBack(page, { answers, path: '/education' });
  await test.step('the emails about deadlines are turned off and on', async () => {
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'Deadline emails' });
    await expect(section).toContainText('up to twice before a deadline');
    await button(page, 'Turn these emails off').click();
    await expect(section).toContainText('Deadline emails are off.');
    await page.reload();
    await button(page, 'Turn these emails on').click();
    await expect(section).toContainText('up to twice before a deadline');
    await page.getByRole('link', { name: 'Back to your application' }).click();
    await expect(heading(page, 'Academics')).toBeVisible();
  });
  await expect(page.locator('#applied_major').getByRole('combobox')).toHaveValue('GEO');
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await expect(heading(page, 'Final Steps')).toBeVisible();
  const { text, info } = await readPdf(await makePdfCopy(page));
  expect(text).toContain('Desert Sky College');
  expect(textOfFirstPartner.exec(text + JSON.stringify(info))?.[0]).toBeUndefined();

  await expect(page.getByText('The deadline has passed. You can still submit until')).toHaveCount(2);
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(page.getByText(/DSC-\w/)).toBeVisible();
  await expectLate(page, cloud, email);
  await expectOwnText(page, 'Scores go to College Board code 1234 or ACT code 5678.');
  await expect.poll(() => cloud.mail(email).length).toBe(2);
  const mails = cloud.mail(email).map((mail) => JSON.stringify(mail));
  for (const mail of mails) {
    expect(mail).toContain('Desert Sky College');
    expect(textOfFirstPartner.exec(mail)?.[0]).toBeUndefined();
  }
});

test('a second partner: says its deadline in both time zones, and how much is left, without a ticking clock', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2034-11-29T12:00:00-07:00') });
  await page.goto('/about');
  const deadline = page.locator('.deadline').first();
  await expect(deadline).toContainText(
    'Early decision: submit by December 1, 2034 at 11:59 PM MST (December 2, 2034 at 1:59 AM EST your time).',
  );
  await expect(deadline.getByRole('status').last()).toHaveText('2 days left.');
  await page.clock.fastForward('24:00:00');
  await expect(deadline.getByRole('status').last()).toHaveText('1 day left.');
  await page.clock.fastForward('36:10:00');
  await expect(deadline.getByRole('status').last()).toContainText(
    'The deadline has passed. You can still submit until December 2, 2034 at 12:30 AM MST',
  );
  await page.clock.fastForward('01:00:00');
  await expect(deadline).toContainText('Regular decision: submit by January 15, 2035 at 11:59 PM MST');
});

test('a second partner: says on the pages of both groups that maintenance is planned, and how to get help after the last deadline', async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date('2034-11-14T12:00:00-07:00'));
  for (const path of ['/about', '/login']) {
    await page.goto(path);
    await expect(page.getByRole('complementary', { name: 'Planned maintenance' })).toContainText(
      'We update the site. From November 20, 2034 at 2:00 AM MST',
    );
  }
  await page.clock.setFixedTime(new Date('2035-01-20T12:00:00-07:00'));
  await page.goto('/final-steps');
  // At the beginning of the page, and next to the button.
  const closed = 'Write to help@desertsky.example or call (505) 555-0177.';
  await expect(page.getByText('You can no longer submit this application.')).toContainText([closed, closed]);
});
