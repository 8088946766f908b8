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
const slowerBy = 4;

export type Slowness = 'none' | 'network' | 'processor';

export interface SlowPage {
  readonly page: Page;
  /**
   * Waits until the first field accepts typing. It does not use the test driver's own script, which takes
   * time and heap.
   */
  readonly usable: () => Promise<void>;
  /** Waits until the page's script listens, also without the test driver's script. */
  readonly listening: () => Promise<void>;
  readonly metric: (name: string) => Promise<number>;
  /** Heap in megabytes after garbage collection. */
  readonly heap: () => Promise<number>;
}

/**
 * Records the time when the first field accepts typing, and the time when the page's script listens to it.
 */
function watch(): void {
  const found: { usable?: number; ready?: number } = {};
  Object.assign(globalThis, { found });
  const look = () => {
    const input = document.querySelector('form input');
    const isThere = input instanceof HTMLInputElement && !input.disabled;
    if (found.usable === undefined && isThere && input.checkVisibility({ visibilityProperty: true }))
      setTimeout(() => {
        found.usable ??= performance.now(); // after the frame that shows it
      });
    const button = document.querySelector('form button');
    const isListening =
      'ready' in document.documentElement.dataset ||
      (button instanceof HTMLButtonElement && !button.disabled);
    if (found.usable !== undefined && isListening) found.ready = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function slowDown(session: CDPSession, slowness: Slowness): Promise<void> {
  await session.send('Performance.enable');
  await session.send('Network.enable');
  if (slowness === 'network') await session.send('Network.emulateNetworkConditions', slow4g);
  if (slowness === 'processor') await session.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
}

/** A page of a context on a slow connection or a slow processor. */
export async function slowPage(context: BrowserContext, slowness: Slowness = 'none'): Promise<SlowPage> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await slowDown(session, slowness);
  const metric = async (name: string) => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  };
  const found = async (expression: string) => {
    while (!(await session.send('Runtime.evaluate', { expression })).result.value) await pause(50);
  };
  const usable = () => found('globalThis.found?.usable > 0');
  const listening = () => found('globalThis.found?.ready > 0');
  const heap = async () => {
    for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
    return (await metric('JSHeapUsedSize')) / 1e6;
  };
  return { page, usable, listening, metric, heap };
}
