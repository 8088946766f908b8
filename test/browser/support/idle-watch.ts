import { expect, type Page } from './test.ts';

/** Loads the idle watch and waits until it runs. The page's clock must be installed. */
export async function startIdleWatch(page: Page): Promise<void> {
  const dialogs = page.locator('dialog');
  const before = await dialogs.count();
  const loaded = page.waitForResponse(/idle-watch/);
  await page.mouse.move(30, 30);
  await page.clock.runFor(3_000);
  await loaded;
  // The watch renders its closed dialog when it starts.
  await expect.poll(() => dialogs.count()).toBeGreaterThan(before);
}
