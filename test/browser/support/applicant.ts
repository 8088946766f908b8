import { randomBytes } from 'node:crypto';
import { completeAnswers } from './fill-page.ts';
import { expect, type Page } from './test.ts';

/** A new applicant with an email address of their own. */
export interface Applicant {
  readonly email: string;
  readonly password: string;
}

export const newApplicant = (): Applicant => ({
  email: `applicant-${randomBytes(5).toString('hex')}@example.org`,
  password: 'Copper-Harbor-2027',
});

interface Mail {
  readonly text: string;
}

/** The newest confirmation code in the local cloud's mail to an address. */
export async function codeFor(page: Page, email: string): Promise<string> {
  const response = await page.request.get(`/_local/mail.json?to=${encodeURIComponent(email)}`);
  const [newest] = (await response.json()) as Mail[];
  return /\b\d{6}\b/.exec(newest?.text ?? '')?.[0] ?? '';
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function fillSignUp(page: Page, { email, password }: Applicant): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Submit').click();
}

export async function confirm(page: Page, { email }: Applicant): Promise<void> {
  await expect(heading(page, 'Confirm Your Account')).toBeVisible();
  await page.getByLabel('Confirmation Code').fill(await codeFor(page, email));
  await button(page, 'Submit').click();
}

export async function logIn(page: Page, { email, password }: Applicant): Promise<void> {
  await expect(heading(page, 'Log In')).toBeVisible();
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Submit').click();
}

/** Signs up, confirms and logs in through the pages; ends on About You. */
export async function becomeApplicant(page: Page): Promise<Applicant> {
  const applicant = newApplicant();
  await page.goto('/signup');
  await fillSignUp(page, applicant);
  await confirm(page, applicant);
  await logIn(page, applicant);
  await expect(heading(page, 'About You')).toBeVisible();
  return applicant;
}

interface Beginning {
  readonly answers?: Readonly<Record<string, string | boolean>>;
  readonly path?: string;
  readonly as?: Applicant;
}

/** Sends a request for the user who is logged in on the page, as the page would. */
export async function send(page: Page, method: 'post' | 'put', call: string, data: object): Promise<void> {
  const response = await page.request[method](call, { data });
  if (!response.ok()) throw new Error(`${call}: ${response.status()} ${await response.text()}`);
}

/** Creates a confirmed account without logging in. */
export async function haveAccount(page: Page, applicant = newApplicant()): Promise<Applicant> {
  const { email, password } = applicant;
  await send(page, 'post', '/public/signup', { username: email, password });
  const code = await codeFor(page, email.toLowerCase());
  await send(page, 'post', '/public/confirm', { username: email, code });
  return applicant;
}

export const logInBehind = (page: Page, { email, password }: Applicant): Promise<void> =>
  send(page, 'post', '/public/login', { username: email, password });

/**
 * Opens a page as an applicant with an account and saved answers; faster than signing up through the pages.
 */
export async function comeBack(
  page: Page,
  { answers = {}, path = '/about', as }: Beginning = {},
): Promise<Applicant> {
  const applicant = await haveAccount(page, as);
  await logInBehind(page, applicant);
  if (Object.keys(answers).length > 0) await send(page, 'put', '/api/answer', { answer: answers });
  await send(page, 'put', '/api/last-page', { last_page: path });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  return applicant;
}

/** Logs out through the account menu. */
export async function logOut(page: Page): Promise<void> {
  await button(page, 'Account').click();
  await button(page, 'Log Out').click();
  await expect(heading(page, 'Log In')).toBeVisible();
}

/** Opens the completion page of a new submitted application. */
export async function openCompletion(
  page: Page,
  answers: Beginning['answers'] = completeAnswers,
): Promise<Applicant> {
  const applicant = await haveAccount(page);
  await logInBehind(page, applicant);
  await send(page, 'put', '/api/answer', { answer: answers });
  await send(page, 'post', '/api/submit', {});
  await page.goto('/completion');
  await expect(heading(page, 'Your application is in')).toBeVisible();
  return applicant;
}

/** Makes the application PDF as the applicant does, and reads the file behind its link. */
export async function makePdfCopy(page: Page): Promise<Buffer> {
  await button(page, 'Make a PDF copy').click();
  const link = page.getByRole('link', { name: 'Open PDF in a new tab' });
  const response = await page.request.get(String(await link.getAttribute('href')));
  return response.body();
}
