import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Browser } from '@playwright/test';
import { root } from '../../build/root.ts';
import type { LocalCloud } from '../../local-cloud/index.ts';
import type { Scene, Screen, Viewer } from './screen.ts';

export const password = 'Copper-Harbor-2027';
export const submittedAnswers: object = JSON.parse(
  readFileSync(join(root, 'test/support/complete-answers.json'), 'utf8'),
);

export const press = ({ page }: Scene, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** Makes a call for the user who is logged in, as the page would. */
export async function send(
  request: APIRequestContext,
  method: 'post' | 'put',
  path: string,
  data: object,
): Promise<void> {
  const response = await request[method](path, { data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
}

/** A browser of an applicant, without a page. */
interface Caller extends Pick<Scene, 'cloud' | 'email'> {
  readonly context: Pick<Scene['context'], 'request'>;
}

export const logIn = ({ context, email }: Pick<Caller, 'context' | 'email'>) =>
  send(context.request, 'post', '/public/login', { username: email, password });

/** Creates a confirmed account. */
export async function haveAccount({ context: { request }, email, cloud }: Caller): Promise<void> {
  await send(request, 'post', '/public/signup', { username: email, password });
  const code = /\b\d{6}\b/.exec(cloud.mail(email)[0]?.text ?? '')?.[0];
  await send(request, 'post', '/public/confirm', { username: email, code });
}

export async function answerAll({ request }: Scene['context']): Promise<void> {
  await send(request, 'put', '/api/answer', { answer: submittedAnswers });
  for (const button_id of ['parent', 'college', 'honors'])
    await send(request, 'put', '/api/add-another', { button_id, num_components: 2 });
}

async function enter(as: Viewer, path: string, scene: Omit<Scene, 'page'>): Promise<void> {
  if (as === 'visitor') return;
  await haveAccount(scene);
  await logIn(scene);
  if (as === 'finished') await answerAll(scene.context);
  await send(scene.context.request, 'put', '/api/last-page', { last_page: path.replace(/#.*/, '') });
}

/** The user agent of a regular Chrome. The test browser's own name would appear in the list of sessions. */
const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';

/** Opens a screen's page in a new browser, as the screen's viewer. */
export async function openScene(
  browser: Browser,
  cloud: LocalCloud,
  { name, as = 'visitor', path, email = `${name}@example.org` }: Omit<Screen, 'until'>,
): Promise<Scene> {
  const context = await browser.newContext({
    baseURL: cloud.url,
    userAgent,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Detroit',
    viewport: { width: 1280, height: 900 },
  });
  await enter(as, path, { context, cloud, email });
  const page = await context.newPage();
  await page.goto(path);
  return { context, page, cloud, email };
}
