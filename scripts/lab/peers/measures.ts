import type { BrowserContext } from '@playwright/test';
import { workUntil } from '../bench/applicant-measures.ts';
import { kilobytesSent } from '../bench/first-load.ts';
import { firstInput, heap, opened, pageSwitch } from '../bench/page-measures.ts';
import { slowPage } from '../bench/slow-page.ts';

/** A page that is measured: the product, or a peer. */
export interface Side {
  readonly name: string;
  readonly url: string;
  /** Selector of the link to the second page. */
  readonly onward: string;
  /** Selector of the second page's last question, if it does not have the question's name. */
  readonly last?: string;
  /** A fresh browser context; of an applicant, where the measurement needs an account. */
  readonly visitor: () => Promise<BrowserContext>;
  /** Milliseconds of script and layout from the press of Submit to the list of errors. */
  readonly validateAll: () => Promise<number>;
}

const keys = 'abcdefghijklmnopqrstuvwxyz'.repeat(4).slice(0, 100);
const quietMs = 2_000;

interface Start {
  readonly blocking: number;
  readonly script: number;
  readonly task: number;
}

/** Work from the navigation until the page is quiet, with a 4x slower processor, in milliseconds. */
async function start(context: BrowserContext, url: string): Promise<Start> {
  const { page, metric } = await slowPage(context, 'processor');
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(quietMs);
  const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks);
  const [script, task] = [await metric('ScriptDuration'), await metric('TaskDuration')];
  await page.close();
  const blocking = tasks.reduce((sum, each) => sum + Math.max(0, each - 50), 0);
  return { blocking, script: script * 1000, task: task * 1000 };
}

/** Milliseconds of script for each of the first hundred keys after the load, 4x slower processor. */
async function firstKeys(context: BrowserContext, url: string): Promise<number> {
  const { page, metric } = await opened(context, url, 'processor');
  const input = page.locator('form input[type="text"]').first();
  await input.focus();
  const before = await metric('ScriptDuration');
  for (const key of keys) await page.keyboard.press(key, { delay: 50 });
  const spent = (await metric('ScriptDuration')) - before;
  await page.close();
  return (spent * 1000) / keys.length;
}

/** The figures of one side in one round, by the names of the table's columns. */
export async function round(side: Side): Promise<Readonly<Record<string, number>>> {
  const { url, onward, last, visitor } = side;
  const fresh = async <T>(measure: (context: BrowserContext) => Promise<T>): Promise<T> => {
    const context = await visitor();
    try {
      return await measure(context);
    } finally {
      await context.close();
    }
  };
  const kilobytes = await fresh((context) => kilobytesSent(context, url));
  const network = await fresh((context) => firstInput(context, url, 'network'));
  const again = await fresh(async (context) => {
    await firstInput(context, url, 'network');
    return firstInput(context, url, 'network');
  });
  const processor = await fresh((context) => firstInput(context, url, 'processor'));
  const { blocking, script, task } = await fresh((context) => start(context, url));
  return {
    'first load, KB': kilobytes,
    'usable, slow 4G, ms': network.usable,
    'listening, slow 4G, ms': network.ready,
    'usable again, slow 4G, ms': again.usable,
    'usable, 4x, ms': processor.usable,
    'blocking, 4x, ms': blocking,
    'script, 4x, ms': script,
    'main thread, 4x, ms': task,
    'per key, 4x, ms': await fresh((context) => firstKeys(context, url)),
    'page switch, 4x, ms': await fresh((context) => pageSwitch(context, url, onward, last)),
    'validate all, ms': await side.validateAll(),
    'heap, MB': await fresh((context) => heap(context, url)),
  };
}

export const validateOn = (context: BrowserContext, url: string): Promise<number> =>
  workUntil(context, url, '[data-submit]', '.summary');
