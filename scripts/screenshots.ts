import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { assemble } from './assemble.ts';
import { root } from './build/root.ts';
import { type LocalCloud, startLocalCloud } from './local/index.ts';
import { find } from './system.ts';

const folder = join(root, 'docs/screens');
const widths = [390, 1280];
const password = 'Copper-Harbor-2027';
const email = 'ada.lindgren@example.org';
const answers = JSON.parse(readFileSync(join(root, 'test/support/complete-answers.json'), 'utf8')) as object;

const data = mkdtempSync(join(tmpdir(), 'matricula-screens-'));
const cloud = await startLocalCloud({ assembly: await assemble(), data, port: 0 });
const browser = await chromium.launch({
  ...(find('chromium') === undefined ? {} : { executablePath: String(find('chromium')) }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  mkdirSync(folder, { recursive: true });
  await takeAll(browser, cloud);
  console.log(`Screens are in ${folder}`);
} finally {
  await browser.close();
  await cloud.close();
  rmSync(data, { recursive: true, force: true });
}

async function takeAll(browser: Browser, cloud: LocalCloud): Promise<void> {
  const context = await browser.newContext({ baseURL: cloud.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await open(page, '/login', 'Log In');
  await take(page, 'login');
  await open(page, '/signup', 'Sign Up');
  await page.getByLabel('Password', { exact: true }).fill('copper');
  await take(page, 'signup');
  await becomeApplicant(page, cloud);
  await take(page, 'about');
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText("We're missing some information!").waitFor();
  await take(page, 'about-errors');
  await putAnswers(page, cloud);
  await open(page, '/about#first_name', 'About You');
  await takeSections(page, 'about');
  await open(page, '/education#hs_name', 'Academics');
  await take(page, 'education');
  await takeSections(page, 'education');
  await open(page, '/final-steps#felony', 'Final Steps');
  await take(page, 'final-steps');
  await takeSections(page, 'final-steps');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your application is in' }).waitFor();
  await take(page, 'completion');
}

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Waits for the fonts and lets toasts go, so that every picture shows the page alone. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.locator('.toast').first().waitFor({ state: 'detached', timeout: 10_000 });
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) });
  }
}

/** Every section of the page that is open, filled in, as a picture of its own. */
async function takeSections(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    for (const section of await page.locator('main form section.card').all()) {
      const id = (await section.getAttribute('id')) ?? 'section';
      const path = join(folder, 'sections', `${name}-${id}-${width}.jpg`);
      await section.screenshot({ path, type: 'jpeg', quality: 70 });
    }
  }
}

async function becomeApplicant(page: Page, cloud: LocalCloud): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Confirm Your Account' }).waitFor();
  const code = /\b\d{6}\b/.exec(cloud.mail(email)[0]?.text ?? '')?.[0] ?? '';
  await page.getByLabel('Confirmation Code').fill(code);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Log In' }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { level: 1, name: 'About You' }).waitFor();
}

async function putAnswers(page: Page, cloud: LocalCloud): Promise<void> {
  const put = async (path: string, data: object) => {
    const response = await page.request.put(path, { data, headers: { Origin: cloud.url } });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  };
  await put('/api/answer', { answer: answers });
  for (const button_id of ['parent', 'college', 'honors'])
    await put('/api/add-another', { button_id, num_components: 2 });
}
