import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FormState, type PrintLine, printLines, storedKeys, walk } from '../../shared/form/index.ts';
import { picturesOn, readPdf } from '../support/pdf-reading.ts';
import { docx, paragraph, pdf, photograph } from '../support/samples.ts';
import {
  button,
  confirm,
  fillSignUp,
  heading,
  logIn,
  makePdfCopy,
  newApplicant,
  send,
} from './support/applicant.ts';
import { expectPage, expectSaved } from './support/expect-page.ts';
import { completeAnswers, counts, fillPage, form } from './support/fill-page.ts';
import { expectHeard, recordAnnouncements } from './support/live-regions.ts';
import { holdRoute } from './support/routes.ts';
import { staffToken } from './support/staff-token.ts';
import { expect, type Page, test } from './support/test.ts';

interface File {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

async function upload(page: Page, key: string, file: File): Promise<void> {
  const question = page.locator(`#${key}`);
  await question.locator('input[type=file]').setInputFiles(file);
  await expect(question.getByText(file.name).first()).toBeVisible();
  await expect(question.locator('.file-state')).toHaveText('Uploaded.');
}

const word = (text: string): File => ({
  name: 'transcript.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: docx({ body: paragraph(text) }),
});
const paper = async (text: string, name = 'paper.pdf'): Promise<File> => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(await pdf({ texts: [text] })),
});
const photo = async (): Promise<File> => ({
  name: 'letter.jpg',
  mimeType: 'image/jpeg',
  buffer: await photograph(6),
});

/** The texts of the log of announcements in docs/accessibility.md, where all are polite. */
function documentedAnnouncements(): readonly string[] {
  const file = join(import.meta.dirname, '../../docs/accessibility.md');
  const [, log = ''] = /```text\n([^`]*)```/.exec(readFileSync(file, 'utf8')) ?? [];
  const texts = log.replaceAll('polite: ', '').trim().split('\n');
  // Of two equal texts that follow each other closely, web/ui/speak.ts speaks one.
  return texts.filter((text, index) => text !== texts[index - 1]);
}

/** The answers that the look-up of the school fills in. */
const school = {
  hs_name: 'Stargazer High School',
  hs_ceeb: 'X10148',
  hs_address_line_1: '830 Sparrow Road',
  hs_city: 'Quillhaven',
  hs_country: 'USA',
  hs_country_desc: 'United States',
  hs_state: 'WA',
  hs_state_desc: 'Washington',
  hs_zip: '00259',
};
const answers = { ...completeAnswers, ...school };

/**
 * The answers of the third and later copies of repeated blocks that show for everyone. Their fields are those
 * of the second copy.
 */
const laterCopies = Object.fromEntries(
  walk(form)
    .questions.filter(
      ({ rules }) => rules.length > 0 && rules.every((rule) => rule.on === 'count' && rule.number > 2),
    )
    .flatMap(({ key, question }) => storedKeys(key, question))
    .map((key) => [key, completeAnswers[key] ?? '']),
);

/** Searches for the school, with a typing error, and chooses it. */
async function chooseSchool(page: Page, announcements: readonly string[]): Promise<void> {
  const field = page.locator('#hs_name');
  const before = announcements.length;
  await field.locator('input').click();
  await field.getByRole('combobox').pressSequentially('Stargazr high quill', { delay: 20 });
  await expectHeard(announcements, '1 result');
  await field.getByRole('option').filter({ hasText: 'Stargazer High School' }).first().click();
  await expect(page.locator('#hs_city input')).toHaveValue(school.hs_city);
  expect(announcements.slice(before).join('\n')).not.toMatch(/Loading|No options/);
}

/** Signs up like a person, who is slower than the announcement of each step. */
async function signUpSlowly(page: Page, announcements: readonly string[]): Promise<void> {
  const applicant = newApplicant();
  await page.goto('/signup');
  await fillSignUp(page, applicant);
  await expectHeard(announcements, 'We sent a confirmation code to');
  await confirm(page, applicant);
  await expectHeard(announcements, 'Your account is confirmed.');
  await logIn(page, applicant);
  await expectHeard(announcements, 'You are logged in.');
}

test('an applicant applies from sign-up to the completion page, hears at most twenty announcements, reviews what staff read, and finds every answer again [PD-01, CO-12]', async ({
  page,
  cloud,
  reader,
}) => {
  const announcements = await recordAnnouncements(page);
  await signUpSlowly(page, announcements);
  await expect(page.getByText('Welcome to your application!')).toBeVisible();

  await send(page, 'put', '/api/answer', { answer: laterCopies });
  await page.reload();
  await expect(page.getByLabel('First Name', { exact: true })).toBeVisible();
  await fillPage(page, '/about', { saved: laterCopies, isTyped: true });
  await expectSaved(page, '/about');
  await button(page, 'Save and Continue').click();
  await expect(heading(page, 'Academics')).toBeVisible();

  await chooseSchool(page, announcements);
  await fillPage(page, '/education', { answers, saved: { ...school, ...laterCopies }, isTyped: true });
  await expectSaved(page, '/education', answers);
  await upload(page, 'transcript_document', word('I play the cello.'));
  await button(page, 'Save and Continue').click();
  await expect(heading(page, 'Final Steps')).toBeVisible();

  await fillPage(page, '/final-steps', { isTyped: true });
  await expectSaved(page, '/final-steps');
  await upload(page, 'felony_document', await photo());
  await upload(page, 'conviction_document', await paper('Letter of the court', 'court.pdf'));
  await expectHeard(announcements, 'court.pdf uploaded.');
  const whileFilling = [...announcements];

  const applicationPdf = await makePdfCopy(page);
  const { pages, text } = await readPdf(applicationPdf);
  for (const expected of ['I play the cello.', 'Letter of the court']) expect(text).toContain(expected);
  // A Word document, then a photo (no text, one picture), then a letter.
  expect(pages.slice(-3).map(({ body }) => flat(body).trim())).toEqual([
    'I play the cello.',
    '',
    'Letter of the court',
  ]);
  expect((await picturesOn(applicationPdf)).slice(-3)).toEqual([0, 1, 0]);
  const documents = Object.fromEntries(
    ['transcript_document', 'felony_document', 'conviction_document'].map((key) => [key, 'ANSWERED']),
  );
  const state = { counts, answers: { ...answers, ...documents } };
  expect(linesOf(state, 'PDF').length).toBeGreaterThan(200);
  expectInOrder(linesOf(state, 'PDF'), pages.map(({ body }) => body).join('\n'));
  const reviewed = await linesIn(page, '.review');
  expectInOrder(linesOf(state, 'view'), await printView(reader, await staffToken(cloud, page)));
  const others = '[aria-label="Supporting documents"], [aria-label="Files"]';
  expect(reviewed).toEqual(await linesIn(reader, `.staff-view section:not(${others})`));
  await expect(page.locator('.review')).toContainText('Check your answers before you submit.');

  await page.reload();
  for (const [path, title] of [
    ['/education', 'Academics'],
    ['/about', 'About You'],
    ['/final-steps', 'Final Steps'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name: title }).click();
    await expect(heading(page, title)).toBeVisible();
    await expectPage(page, path, answers);
  }

  const beforeSubmission = announcements.length;
  const release = await holdRoute(page, '**/api/submit');
  const submit = button(page, 'Submit');
  await submit.click();
  await expect(page.locator('.submitting').getByText('Submitting...')).toBeVisible();
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await expectHeard(announcements, 'Submitting...');
  release();
  await expect(page).toHaveURL(/\/completion$/);
  const heard = () =>
    [...whileFilling, ...announcements.slice(beforeSubmission)].map((phrase) =>
      phrase.replace(/applicant-\w+@/, 'ada@'),
    );
  await expect.poll(() => heard().at(-1)).toContain('successfully submitted');
  expectInOrder(documentedAnnouncements(), heard().join('\n'));
  expect(heard().join('\n')).not.toContain('assertive: ');
  expect(heard().length).toBeLessThanOrEqual(20);
  await expect(page.getByText(/NLU-/)).toBeVisible();

  await page.goto('/about');
  await expect(page).toHaveURL(/\/completion$/);
});

/** Titles and questions in the given part of the page. */
const linesIn = (page: Page, selector: string) =>
  page.locator(`${selector} :is(dt, .printed-section > :is(h3, h4, h5))`).allTextContents();

type Medium = 'PDF' | 'view';

const linesOf = (state: FormState, medium: Medium) =>
  printLines(form, state).flatMap(({ lines }) => lines.map((line) => textOf(line, medium)));

/** The text of a line on paper: its label and its answer. */
function textOf(line: PrintLine, medium: Medium): string {
  if (line.kind === 'section') return line.title;
  if (line.kind === 'notice') return line.text;
  if (line.kind === 'document' || line.options === undefined) return `${line.label} ${line.text}`;
  const boxes = line.options.map(({ label, chosen }) => `${chosen ? '[X]' : '[ ]'} ${label}`);
  // The words of a single checkbox are printed once: behind the mark in the PDF, before it in the view.
  if (line.options[0]?.label === line.label)
    return medium === 'PDF' ? boxes.join(' ') : `${line.label} ${line.answered ? '[X]' : '[ ]'}`;
  return [line.label, ...boxes].join(' ');
}

/** The text that staff read of the application. */
async function printView(reader: Page, token: string): Promise<string> {
  await reader.goto(`/about?service_token=${token}`);
  await expect(heading(reader, 'First-year application')).toBeVisible();
  return reader.locator('body').innerText();
}

/** Expects each line after the one before it; the error names the first that is not. */
function expectInOrder(lines: readonly string[], text: string): void {
  const all = flat(text);
  let from = 0;
  for (const line of lines.map(flat)) {
    const at = all.indexOf(line, from);
    expect(at, `${line} is not behind: ${all.slice(Math.max(0, from - 60), from + 200)}`).not.toBe(-1);
    from = at + line.length;
  }
}

const flat = (text: string) => text.normalize('NFC').replace(/[\s\u00a0]+/g, ' ');
