import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, type Browser, type BrowserContext, chromium } from '@playwright/test';
import { assemble } from '../build/assemble.ts';
import { root } from '../build/root.ts';
import { startCloudWithStaff } from '../dev/identity-provider.ts';
import { ensurePrograms } from '../dev/programs.ts';
import type { LocalCloud } from '../local-cloud/index.ts';

export const completeAnswers: object = JSON.parse(
  readFileSync(join(root, 'test/support/complete-answers.json'), 'utf8'),
);

const password = 'Copper-Harbor-2027';

/** Makes a call as the page would. */
export async function send(
  request: APIRequestContext,
  method: 'post' | 'put',
  path: string,
  data: object,
): Promise<void> {
  const response = await request[method](path, { data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
}

export const logIn = (request: APIRequestContext, username: string): Promise<void> =>
  send(request, 'post', '/public/login', { username, password });

export interface Product {
  readonly browser: Browser;
  readonly cloud: LocalCloud;
  /** Opens a new browser with an empty cache. */
  readonly visitor: () => Promise<BrowserContext>;
  /** Opens a new browser with a confirmed applicant who is logged in. */
  readonly applicant: (username?: string) => Promise<BrowserContext>;
}

/** Runs work on the whole product in production mode, with a new and empty table, and a browser. */
export async function withProduct<T>(work: (product: Product) => Promise<T>): Promise<T> {
  await ensurePrograms(['chromium']);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const data = mkdtempSync(join(tmpdir(), 'matricula-lab-'));
  const assembly = await assemble({ environment: 'production' });
  const cloud = await startCloudWithStaff({ assembly, data, port: 0 });
  const visitor = () =>
    browser.newContext({ baseURL: cloud.url, reducedMotion: 'reduce', timezoneId: 'America/Detroit' });
  const applicant = async (username = `applicant-${crypto.randomUUID()}@example.org`) => {
    const context = await visitor();
    await send(context.request, 'post', '/public/signup', { username, password });
    const code = /\b\d{6}\b/.exec(cloud.mail(username)[0]?.text ?? '')?.[0];
    await send(context.request, 'post', '/public/confirm', { username, code });
    await logIn(context.request, username);
    return context;
  };
  try {
    return await work({ browser, cloud, visitor, applicant });
  } finally {
    await browser.close();
    await cloud.close();
    rmSync(data, { recursive: true, force: true });
  }
}
