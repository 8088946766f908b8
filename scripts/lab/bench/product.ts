import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from '@playwright/test';
import { assemble } from '../../build/assemble.ts';
import { ensurePrograms } from '../../dev/programs.ts';
import { type LocalCloud, startLocalCloud } from '../../local-cloud/index.ts';

export interface Product {
  readonly cloud: LocalCloud;
  /** Opens a new browser context with an empty cache. */
  readonly visitor: () => Promise<BrowserContext>;
  /** Opens a new browser context with a confirmed applicant who is logged in. */
  readonly applicant: () => Promise<BrowserContext>;
}

export async function launchOptions(): Promise<LaunchOptions> {
  await ensurePrograms(['chromium']);
  return { executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] };
}

export const launchBrowser = async (): Promise<Browser> => chromium.launch(await launchOptions());

/** Runs a measurement on the whole product, started as `npm start` starts it, without its warnings. */
export async function withProduct<T>(measure: (product: Product) => Promise<T>, given?: Browser): Promise<T> {
  const browser = given ?? (await launchBrowser());
  const data = mkdtempSync(join(tmpdir(), 'matricula-bench-'));
  const assembly = await assemble({ environment: 'production' });
  const cloud = await startLocalCloud({ assembly, data, port: 0 });
  const visitor = () => browser.newContext({ baseURL: cloud.url });
  const applicant = async () => {
    const context = await visitor();
    await logIn(context, cloud);
    return context;
  };
  try {
    return await measure({ cloud, visitor, applicant });
  } finally {
    await browser.close();
    await cloud.close();
    rmSync(data, { recursive: true, force: true });
  }
}

const password = 'Copper-Harbor-2027';

async function logIn({ request }: BrowserContext, cloud: LocalCloud): Promise<void> {
  const username = `applicant-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const post = async (path: string, more: object) => {
    const response = await request.post(path, { data: { username, ...more } });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  };
  await post('/public/signup', { password });
  const code = /\b\d{6}\b/.exec(cloud.mail(username)[0]?.text ?? '')?.[0];
  await post('/public/confirm', { code });
  await post('/public/login', { password });
}
