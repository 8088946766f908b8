import { readFileSync } from 'node:fs';
import { applicationOf } from '../../shared/application/index.ts';
import { dataModel, validate } from '../../shared/form/index.ts';
import { labelsOf } from '../support/applications.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { desertSky } from '../support/second-partner.ts';
import { test } from './support/another-university.ts';
import { button, comeBack, heading } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { expect, type Page } from './support/test.ts';

// One build for all: each worker would make its own.
test.describe.configure({ mode: 'default' });

const today = new Date().toISOString().slice(0, 10);
const form = applicationOf(desertSky, today);

const kept = { ...completeAnswers, applied_major: 'GEO', entry_term: '202801' };
const own = Object.fromEntries(Object.entries(kept).filter(([key]) => dataModel(form).has(key)));
const answers = { ...own, ...labelsOf(form, own) } as Readonly<Record<string, string | boolean>>;

/** Whatever could stand there of the university that ships. */
const ofTheFirst = /Northern Lakes|northern-?lakes|NLU|100 Harbor Street|\(906\) 555-01/i;

const expectOwn = async (page: Page, words: string) => {
  const text = await page.content();
  expect(text).toContain(words);
  expect(ofTheFirst.exec(text)?.[0]).toBeUndefined();
};

async function readDialog(page: Page, name: string, words: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('button', { name }).click();
  await expect(page.getByRole('dialog', { name })).toContainText(words);
  await expectOwn(page, words);
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).click();
}

test('another university is a file of its own: a visitor reads nothing of the first [FO-43]', async ({
  page,
}) => {
  for (const [path, words] of [
    ['/login', 'Application for first-year students'],
    ['/signup', 'Rules of the college'],
    ['/about', 'Are you a New Mexico resident?'],
    ['/education', 'The College Board code of DSC is 1234.'],
    ['/final-steps', 'Public safety at Desert Sky College answers at (505) 555-0199.'],
    ['/accessibility', 'help@desertsky.example'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Visit us' })).toHaveAttribute('href', /desertsky/);
    await expectOwn(page, words);
  }
  await readDialog(page, 'Help', 'Adobe Flats');
  await readDialog(page, 'Privacy Policy and Cookie Notice', 'nobody else does');
});

test('another university is applied to, from its first mail to its receipt', async ({ page, cloud }) => {
  expect(validate(form, { answers }, { today })).toEqual({});
  const { email } = await comeBack(page, { answers, path: '/education' });
  await expect(page.getByText('The office is closed on Founders Day.')).toBeVisible();
  await expect(page.locator('#applied_major').getByRole('combobox')).toHaveValue('GEO');
  await expectOwn(page, 'Geology');
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await expect(heading(page, 'Final Steps')).toBeVisible();
  const download = page.waitForEvent('download');
  await button(page, 'Download PDF copy').click();
  const copy = await download;
  expect(copy.suggestedFilename()).toBe('DSC-application.pdf');
  const { text, info } = await readPdf(readFileSync(await copy.path()));
  expect(text).toContain('Desert Sky College');
  expect(ofTheFirst.exec(text + JSON.stringify(info))?.[0]).toBeUndefined();

  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(page.getByText(/DSC-\w/)).toBeVisible();
  await expect(page.getByText('Our FAFSA code is E01234.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Paying for college' }).first()).toBeVisible();
  await expectOwn(page, 'Scores go to College Board code 1234 or ACT code 5678.');
  await expect.poll(() => cloud.mail(email).length).toBe(2);
  const mails = cloud.mail(email).map((mail) => JSON.stringify(mail));
  for (const mail of mails) {
    expect(mail).toContain('Desert Sky College');
    expect(ofTheFirst.exec(mail)?.[0]).toBeUndefined();
  }
});

test('a site opens as its own university where its settings cannot be read [FO-43]', async ({ page }) => {
  await page.route('**/config.json', (route) => route.abort());
  await page.goto('/completion');
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByLabel('First Name', { exact: true })).toBeVisible();
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await expectOwn(page, 'Are you a New Mexico resident?');
});
