import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserServer, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { launchOptions, withProduct } from './product.ts';
import { median, type Row } from './row.ts';
import { withSlowProcessor } from './slow-processor.ts';

const runs = 5;
const noise = { type: 'gaussian', mean: 200, sigma: 12 } as const;

/** A photo of 12 megapixels with the noise of a camera: as many bytes as a phone's, and as slow to decode. */
async function photograph(folder: string): Promise<string> {
  const file = join(folder, 'image.jpg');
  await sharp({ create: { width: 3024, height: 4032, channels: 3, background: '#ccc', noise } })
    .jpeg({ quality: 85 })
    .toFile(file);
  return file;
}

const panelOf = (page: Page) => page.getByRole('dialog', { name: /^Take photos: / });

interface Tasks {
  /** Milliseconds of the longest task before the panel closes, and of the task that closes it. */
  longest: number;
  closing: number;
}

/** Closing a modal dialog makes the browser restyle the whole page, which was inert. */
function watchTasks(): void {
  const tasks: Tasks = { longest: 0, closing: 0 };
  Object.assign(globalThis, { tasks });
  let closed = Number.POSITIVE_INFINITY;
  const { close } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.close = function (...given) {
    closed = performance.now();
    close.apply(this, given);
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const kind = startTime + duration < closed ? 'longest' : 'closing';
      tasks[kind] = Math.max(tasks[kind], duration);
    }
  }).observe({ type: 'longtask' });
}

/** Opens the panel of the transcript. */
async function openPanel(context: BrowserContext): Promise<Page> {
  await context.request.put('/api/last-page', { data: { last_page: '/education' } });
  const page = await context.newPage();
  await page.goto('/education', { waitUntil: 'networkidle' });
  await page
    .locator('#transcript_document')
    .getByRole('button', { name: /^Take photos/ })
    .press('Enter');
  await panelOf(page).locator('input[capture]').waitFor({ state: 'attached' });
  await page.waitForTimeout(1_000); // the worker loads
  await page.evaluate(watchTasks);
  return page;
}

/** Adds three photos and makes them one PDF, until the panel closes for the upload. Returns milliseconds. */
async function makePdf(page: Page, photo: string): Promise<number> {
  const panel = panelOf(page);
  const chooser = panel.locator('input[capture]');
  await page.evaluate(() => {
    const input = document.querySelector('dialog input[capture]');
    const began = () => Object.assign(globalThis, { began: performance.now() });
    input?.addEventListener('change', began, { capture: true, once: true });
  });
  await chooser.setInputFiles([photo, photo, photo]);
  await panel.getByRole('heading', { name: 'Page 3 of 3' }).waitFor();
  await panel.getByRole('button', { name: 'Upload as one PDF' }).click();
  await panel.waitFor({ state: 'hidden' });
  return page.evaluate(() => performance.now() - (globalThis as unknown as { began: number }).began);
}

async function measure<T>(applicant: () => Promise<BrowserContext>, run: (page: Page) => Promise<T>) {
  const found: T[] = [];
  for (let time = 0; time < runs; time += 1) {
    const context = await applicant();
    found.push(await run(await openPanel(context)));
    await context.close();
  }
  return found;
}

/** The whole browser on a slower processor, its worker too. */
const wholeBrowser = (server: BrowserServer, photo: string) => (page: Page) =>
  withSlowProcessor(server.process().pid ?? 0, () => makePdf(page, photo));

/** The long tasks of the page on a slower processor. */
const slowTasks = (photo: string) => async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await makePdf(page, photo);
  return page.evaluate(() => (globalThis as unknown as { tasks: Tasks }).tasks);
};

/** Measures photos of a document from the choice of three files to one PDF. */
export async function benchPhotos(): Promise<readonly Row[]> {
  const server = await chromium.launchServer(await launchOptions());
  const browser = await chromium.connect(server.wsEndpoint());
  const folder = mkdtempSync(join(tmpdir(), 'matricula-photos-'));
  const photo = await photograph(folder);
  try {
    return await withProduct(async ({ applicant }) => {
      const slow = await measure(applicant, wholeBrowser(server, photo));
      const tasks = await measure(applicant, slowTasks(photo));
      const quick = await measure(applicant, (page) => makePdf(page, photo));
      const what = 'three photos of 12 megapixels to one PDF';
      const median4x = (kind: keyof Tasks) => median(tasks.map((each) => each[kind]));
      return [
        { what: `${what} with a 4x slower processor`, measured: median(slow), unit: 'ms', atMost: 5_000 },
        { what, measured: median(quick), unit: 'ms' },
        {
          what: 'longest task of the page, 4x slower',
          measured: median4x('longest'),
          unit: 'ms',
          atMost: 50,
        },
        { what: 'task that closes the panel, 4x slower', measured: median4x('closing'), unit: 'ms' },
      ];
    }, browser);
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}
