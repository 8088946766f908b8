import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../../scripts/local-cloud/index.ts';
import { type HttpsServer, serveHttps } from '../../../scripts/local-cloud/tls/https-server.ts';
import { goodPassword, newAddress } from '../../support/applicant.ts';
import { assembly } from '../../support/assembly.ts';
import { signedUp } from '../../support/person.ts';
import { photoOfPage } from '../../support/photos.ts';
import { pdf } from '../../support/samples.ts';
import { type BrowserPage, WaitingPage } from './browser-page.ts';
import { type Engine, openPage, sizes } from './engines.ts';
import { button, css, field, tab } from './target.ts';

const root = resolve(import.meta.dirname, '../../..');
const screenshots = join(root, '.cache/browsers');
const answers = JSON.parse(readFileSync(join(root, 'test/support/complete-answers.json'), 'utf8')) as object;
const password = 'Copper-Harbor-2027';

/** A call that the page itself makes, as its own code does. */
const call = (page: WaitingPage, method: string, path: string, body: object) =>
  page.evaluate(
    async (how, where, what) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(where, { method: how, headers, body: JSON.stringify(what) })).status;
    },
    method,
    path,
    body,
  );

const hasNoSidewaysScroll = (page: WaitingPage) =>
  page.until('A page without sideways scroll', () => document.documentElement.scrollWidth <= innerWidth);

const isAt = (page: WaitingPage, path: string) =>
  page.until(`The path ${path}`, (wanted) => location.pathname === wanted, path);

/** The main flows in one engine, at the widths of a phone and a desktop. */
export function describeEngine(engine: Engine): void {
  let cloud: LocalCloud;
  let secure: HttpsServer;
  let applicants = 0;
  const folder = mkdtempSync(join(tmpdir(), `browsers-${engine}-`));
  const letter = join(folder, 'letter.pdf');
  const photo = join(folder, 'photo.jpg');
  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    writeFileSync(letter, await pdf({ texts: ['Grades'] }));
    writeFileSync(photo, await photoOfPage('#c00000', { isTurnedByExif: true }));
    cloud = await startLocalCloud({ assembly, data: join(folder, 'data'), port: 0, patience: 12 });
    secure = await serveHttps(cloud, 0);
  });
  afterAll(async () => {
    await cloud?.quiet();
    await secure?.close();
    await cloud?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(sizes)(`${engine} at $width px`, ({ width, height }) => {
    let page: WaitingPage;
    let opened: BrowserPage;
    beforeEach(async () => {
      opened = await openPage(engine, { width, height });
      page = new WaitingPage(opened, secure.url);
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail')
        writeFileSync(join(screenshots, `failure-${width}-${engine}.png`), await page.screenshot());
      await opened?.close();
    });

    /**
     * Signs up, confirms and logs in through the pages. Uses a new address for each call, because a test may
     * be retried.
     */
    async function becomeApplicant(name: string) {
      applicants += 1;
      const email = `${name}-${width}-${applicants}@example.org`;
      await page.goto('/signup');
      await page.type(field('Email Address'), email);
      await page.type(field('Password'), password);
      await page.click(button('Submit'));
      await page.sees('Confirm Your Account');
      const code = /\b\d{6}\b/.exec(cloud.mail(email)[0]?.text ?? '')?.[0] ?? '';
      await page.type(field('Confirmation Code'), code);
      await page.click(button('Submit'));
      await isAt(page, '/login');
      await page.type(field('Email Address'), email);
      await page.type(field('Password'), password);
      await page.click(button('Submit'));
      await isAt(page, '/about');
      return email;
    }

    test('an applicant signs up, fills in, looks up a school, uploads, reviews, submits and gets a receipt', async () => {
      await page.goto('/about');
      await page.sees('First time here?');
      await hasNoSidewaysScroll(page);
      await becomeApplicant('journey');

      await page.type(css('#first_name input'), 'Ada');
      await page.type(css('#last_name input'), 'Lindgren');
      await page.press('Tab');
      await page.sees('Saved at');
      await page.click(css('a[href="/education"]'));
      await isAt(page, '/education');
      await page.type(css('#hs_name input'), 'Stargazer high');
      await page.until(
        'A suggested school',
        () => document.querySelector('#hs_name [role=option]')?.textContent?.includes('Stargazer') ?? false,
      );
      await hasNoSidewaysScroll(page);
      await page.click(css('#hs_name [role=option]'));
      await page.hasValue('#hs_name input', 'Stargazer High School');
      await page.hasValue('#hs_city input', 'Quillhaven');
      await page.attach('#transcript_document input[type=file]', letter);
      await page.until(
        'A converted document',
        () => document.querySelector('#transcript_document .file-state')?.textContent === 'Uploaded.',
      );
      await hasNoSidewaysScroll(page);

      expect(await call(page, 'PUT', '/api/answer', { answer: answers })).toBe(200);
      await page.goto('/final-steps#felony');
      // The browser may skip the layout of content outside the viewport, which then has no inner text.
      await page.until('The answers in the review', () => {
        const review = document.querySelector('.review');
        review?.scrollIntoView();
        for (const each of review?.querySelectorAll('details') ?? []) each.open = true;
        return review?.textContent?.includes('Apartment 4') ?? false;
      });
      await hasNoSidewaysScroll(page);
      await page.click(button('Submit'));
      await isAt(page, '/completion');
      await page.sees('Your application is in');
      await page.sees('NLU-');
      await hasNoSidewaysScroll(page);
    });

    test('two photos of pages become one PDF, upright', async () => {
      await becomeApplicant('photos');
      // The engines run without a touch screen.
      await page.evaluate(() => {
        const original = window.matchMedia.bind(window);
        window.matchMedia = (query) =>
          query === '(any-pointer: coarse)' ? original('all') : original(query);
      });
      await page.click(css('a[href="/education"]'));
      await isAt(page, '/education');
      await page.click(button('Take photos for Unofficial transcript'));
      for (const count of [1, 2]) {
        await page.attach('dialog[open] input[capture]', photo);
        await page.sees(`Page ${count} of ${count}`);
      }
      await page.until('An upright thumbnail', () => {
        const image = document.querySelector<HTMLImageElement>('dialog[open] img');
        return image !== null && image.naturalHeight > image.naturalWidth;
      });
      await hasNoSidewaysScroll(page);
      await page.click(button('Upload as one PDF'));
      await page.until(
        'A converted document',
        () => document.querySelector('#transcript_document .file-state')?.textContent === 'Uploaded.',
      );
      await page.sees('Unofficial transcript.pdf');
    });

    test('the account menu, dialogs, tabs, dates and masked fields work', async () => {
      const email = await becomeApplicant('controls');
      await page.click(button('Account'));
      await page.sees(email);
      await page.press('Escape');
      await page.until('A closed menu', () => document.querySelector('#account-menu:popover-open') === null);

      await page.type(css('#phone_mobile input'), '19064871885');
      await page.hasValue('#phone_mobile input', '(906) 487-1885');
      await page.choose(css('#birth_date select'), '3');
      await page.type(field('Day'), '4');
      await page.press('Tab');
      await page.type(field('Year'), '2009');
      await page.press('Tab');
      await page.sees('Saved at');
      await page.goto('/about');
      await page.hasValue('#birth_date select', '3');
      await page.hasValue('#phone_mobile input', '(906) 487-1885');

      await page.click(css('a[href="/education"]'));
      await isAt(page, '/education');
      await page.type(css('#activity_name input'), 'Cello');
      await page.click(tab('Upload a résumé'));
      await page.click(button('Switch'));
      await page.attach('#activities_document input[type=file]', letter);
      await page.until(
        'A converted document',
        () => document.querySelector('#activities_document .file-state')?.textContent === 'Uploaded.',
      );
      await page.click(button('Delete letter.pdf'));
      await page.sees('Are you sure you want to delete your file?');
      await page.press('Escape');
      await page.seesNo('Are you sure you want to delete your file?');
      await page.sees('letter.pdf');

      // Log-in opens the first page, which redirects to the page where this applicant left off.
      await page.goto('/login');
      await isAt(page, '/education');
    });
  });

  if (engine === 'webkit')
    test('a browser without cookies shows a message on the log-in page', async () => {
      const opened = await openPage(engine, { width: 390, height: 844 });
      // WebKit keeps no secure cookie of a page on http.
      const page = new WaitingPage(opened, cloud.url);
      const email = newAddress();
      await signedUp(cloud, email);
      await page.goto('/login');
      await page.type(field('Email Address'), email);
      await page.type(field('Password'), goodPassword);
      await page.click(button('Submit'));
      await page.sees("Your browser blocks cookies, so you can't stay logged in.");
      await opened.close();
    });
}
