import { brotliCompressSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import { withProduct } from './product.ts';
import type { Row } from './row.ts';

export const visits: readonly {
  readonly path: string;
  readonly who: 'visitor' | 'applicant';
  readonly atMost: number;
}[] = [
  { path: '/login', who: 'visitor', atMost: 105 },
  { path: '/signup', who: 'visitor', atMost: 105 },
  { path: '/about', who: 'visitor', atMost: 120 },
  { path: '/about', who: 'applicant', atMost: 120 },
  { path: '/education', who: 'applicant', atMost: 120 },
  { path: '/final-steps', who: 'applicant', atMost: 123 }, // with the review
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

/** Measures the files that a first visit loads from the running product. */
export const benchFirstLoad = (): Promise<readonly Row[]> =>
  withProduct(async ({ visitor, applicant }) => {
    const [stranger, known] = [await visitor(), await applicant()];
    const rows: Row[] = [];
    for (const { path, who, atMost } of visits) {
      // An applicant comes back to the page where they left.
      if (who === 'applicant') await known.request.put('/api/last-page', { data: { last_page: path } });
      const measured = await kilobytesSent(who === 'visitor' ? stranger : known, path);
      rows.push({ what: `${path}, ${who}`, measured, unit: 'KB', atMost });
    }
    return rows;
  });
