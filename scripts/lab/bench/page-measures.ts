import type { BrowserContext } from '@playwright/test';
import { walk } from '../../../shared/form/index.ts';
import { form } from './bench-form.ts';
import { type Slowness, slowPage } from './slow-page.ts';

export const letters = 'abcdefghijklmnopqrstuvwxyzabcd';
/** The last question of the second page that always shows. */
export const lastOfEducation = walk(form).questions.findLast(
  ({ page, rules }) => page === '/education' && rules.length === 0,
)?.key;

export interface Found {
  readonly usable: number;
  readonly ready: number;
}

/**
 * Milliseconds until the first field accepts typing, and until the script listens. Throws if text that was
 * typed in between is lost.
 */
export async function firstInput(context: BrowserContext, url: string, slowness: Slowness): Promise<Found> {
  const { page, usable, listening } = await slowPage(context, slowness);
  await page.goto(url, { waitUntil: 'commit' });
  await usable();
  await page.locator('form input').first().pressSequentially('Ada');
  await listening();
  await page.waitForTimeout(200);
  const kept = await page.locator('form input').first().inputValue();
  if (kept !== 'Ada') throw new Error(`${url} made '${kept}' of what was typed while it loaded.`);
  const found = await page.evaluate(() => (globalThis as unknown as { found: Found }).found);
  await page.close();
  return found;
}

export async function opened(context: BrowserContext, url: string, slowness: Slowness) {
  const slow = await slowPage(context, slowness);
  await slow.page.goto(url, { waitUntil: 'networkidle' });
  await slow.listening();
  await slow.page.waitForTimeout(500);
  return slow;
}

/** Milliseconds of script for each letter. */
export async function keystroke(context: BrowserContext, url: string, slowness: Slowness): Promise<number> {
  const { page, metric } = await opened(context, url, slowness);
  const input = page.locator('form input').first();
  await input.pressSequentially('a', { delay: 50 });
  const before = await metric('ScriptDuration');
  await input.pressSequentially(letters, { delay: 50 });
  const spent = (await metric('ScriptDuration')) - before;
  await page.close();
  return (spent * 1000) / letters.length;
}

/**
 * Milliseconds from the click on a selector to the frame that shows the last field of the next page, on the
 * slower processor.
 */
export async function pageSwitch(
  context: BrowserContext,
  url: string,
  onward: string,
  last = `[name="${lastOfEducation}"], #${lastOfEducation}`,
): Promise<number> {
  const { page } = await opened(context, url, 'processor');
  const time = await page.evaluate(
    ([onward, last]) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const look = () => {
          if (document.querySelector(last ?? '') === null) requestAnimationFrame(look);
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
        };
        document.querySelector<HTMLElement>(onward ?? '')?.click();
        look();
      }),
    [onward, last],
  );
  await page.close();
  return time;
}

export const heap = async (context: BrowserContext, url: string): Promise<number> => {
  const slow = await opened(context, url, 'none');
  const megabytes = await slow.heap();
  await slow.page.close();
  return megabytes;
};
