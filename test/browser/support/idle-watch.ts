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

/**
 * Lets minutes pass until the watch asks. In short steps, because late activity, such as a delayed pointer
 * event, puts off the question.
 */
export async function passTimeUntilAsked(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Still working?' });
  await page.clock.runFor(835_000);
  await expect(async () => {
    await page.clock.runFor(20_000);
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
}
