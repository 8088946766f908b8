import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/**
 * Chromium's own "Slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms, with the factors that it corrects them
 * by.
 */
const slow4g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
  uploadThroughput: ((750 * 1024) / 8) * 0.9,
};

export type Slowness = 'none' | 'network' | 'processor';

/** Records the time of the frame in which the first field accepts typing. */
function watch(): void {
  const found: { usable?: number } = {};
  Object.assign(globalThis, { found });
  const look = () => {
    const input = document.querySelector('form input');
    const isUsable = input instanceof HTMLInputElement && !input.disabled;
    if (isUsable && input.checkVisibility({ visibilityProperty: true }))
      setTimeout(() => {
        found.usable = performance.now();
      });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

interface Opened {
  readonly page: Page;
  readonly session: CDPSession;
}

async function open(context: BrowserContext, url: string, slowness: Slowness): Promise<Opened> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Network.enable');
  if (slowness === 'network') await session.send('Network.emulateNetworkConditions', slow4g);
  if (slowness === 'processor') await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { waitUntil: 'commit' });
  return { page, session };
}

/** Opens a page and waits until it has nothing more to do. */
async function openQuiet(context: BrowserContext, url: string, slowness: Slowness): Promise<Opened> {
  const opened = await open(context, url, slowness);
  await opened.page.waitForLoadState('networkidle');
  await opened.page.waitForTimeout(500);
  return opened;
}

async function metric({ session }: Opened, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
}

/** Milliseconds until the first field accepts typing, without the test driver's script, which takes time. */
export async function usable(context: BrowserContext, url: string, slowness: Slowness): Promise<number> {
  const { page, session } = await open(context, url, slowness);
  const expression = 'globalThis.found?.usable';
  for (;;) {
    const { result } = await session.send('Runtime.evaluate', { expression });
    if (result.value > 0) {
      await page.close();
      return result.value;
    }
    await pause(20);
  }
}

/** Milliseconds from a press of the first radio button to the next frame, on a 4x slower processor. */
export async function press(context: BrowserContext, url: string): Promise<number> {
  const { page } = await openQuiet(context, url, 'processor');
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        document.querySelector<HTMLElement>('form input[type="radio"]')?.click();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
      }),
  );
  await page.close();
  return time;
}

const letters = 'abcdefghijklmnopqrstuvwxyzabcd';

/** Milliseconds of script for each letter. */
export async function scriptPerKey(context: BrowserContext, url: string): Promise<number> {
  const opened = await openQuiet(context, url, 'processor');
  const input = opened.page.locator('form input[type="text"]').first();
  await input.pressSequentially('a', { delay: 50 });
  const before = await metric(opened, 'ScriptDuration');
  await input.pressSequentially(letters, { delay: 50 });
  const spent = (await metric(opened, 'ScriptDuration')) - before;
  await opened.page.close();
  return (spent * 1000) / letters.length;
}

/** Heap in megabytes after garbage collection. */
export async function heap(context: BrowserContext, url: string): Promise<number> {
  const opened = await openQuiet(context, url, 'none');
  for (let time = 0; time < 3; time += 1) await opened.session.send('HeapProfiler.collectGarbage');
  const bytes = await metric(opened, 'JSHeapUsedSize');
  await opened.page.close();
  return bytes / 1e6;
}

interface Click {
  readonly url: string;
  readonly click: string;
  /** The element that the click leads to. */
  readonly shows: string;
}

/**
 * Milliseconds of script and layout from a click to the frame that shows an element. Waiting for responses
 * does not count.
 */
export async function workUntil(
  context: BrowserContext,
  { url, click, shows }: Click,
  slowness: Slowness,
): Promise<number> {
  const opened = await openQuiet(context, url, slowness);
  const work = async () =>
    (await metric(opened, 'ScriptDuration')) + (await metric(opened, 'LayoutDuration'));
  const before = await work();
  await opened.page.locator(click).first().click();
  await opened.page.locator(shows).first().waitFor();
  await opened.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const spent = (await work()) - before;
  await opened.page.close();
  return spent * 1000;
}
