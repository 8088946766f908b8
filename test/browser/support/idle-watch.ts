import { expect, type Page } from './test.ts';

/** With the page's clock installed: loads the watch over inactivity, and waits until it runs. */
export async function startIdleWatch(page: Page): Promise<void> {
  const dialogs = page.locator('dialog');
  const before = await dialogs.count();
  const loaded = page.waitForResponse(/idle-watch/);
  await page.mouse.move(30, 30);
  await page.clock.runFor(3_000);
  await loaded;
  // Its own dialog is closed, and in the page as soon as the watch is.
  await expect.poll(() => dialogs.count()).toBeGreaterThan(before);
}
