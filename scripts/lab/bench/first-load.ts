import { brotliCompressSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';

/** Pages and the kilobytes that their first visit may load. test/browser/first-load.spec.ts keeps them. */
export const visits: readonly {
  readonly path: string;
  readonly who: 'visitor' | 'applicant';
  readonly atMost: number;
}[] = [
  { path: '/login', who: 'visitor', atMost: 105 },
  { path: '/signup', who: 'visitor', atMost: 105 },
  { path: '/about', who: 'visitor', atMost: 121 },
  { path: '/about', who: 'applicant', atMost: 121 },
  { path: '/education', who: 'applicant', atMost: 121 },
  { path: '/final-steps', who: 'applicant', atMost: 124 }, // with the review
];

/** Keeps timers of two seconds from firing: what loads after them is not counted, also on a slow machine. */
const holdLongTimers = `{
  const start = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms = 0, ...more) => start(run, ms < 2000 ? ms : 1e9, ...more);
}`;

/**
 * Kilobytes (brotli) of scripts and styles that a page loads until the network is idle, those inside the page
 * included.
 */
export async function kilobytesSent(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(holdLongTimers);
  const files: Promise<number>[] = [];
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType()))
      files.push(response.body().then((body) => brotliCompressSync(body).length));
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.locator('h1, form').first().waitFor();
  if (!page.url().endsWith(path)) throw new Error(`${path} led to ${page.url()}.`);
  const inline = await page.locator('head > :is(style, script:not([src]))').allTextContents();
  const sizes = [await Promise.all(files), inline.map((text) => brotliCompressSync(text).length)].flat();
  await page.close();
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
