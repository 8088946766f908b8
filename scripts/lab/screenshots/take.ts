import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../build/root.ts';
import type { Screen } from './screen.ts';

export const folder = join(root, 'docs/screens');
const sections = join(folder, 'sections');
const widths = [390, 1280];
const mostBytes = 150_000;

const resize = (page: Page, width: number) =>
  page.setViewportSize({ width, height: width < 600 ? 844 : 900 });

/** What a window shows, sharp where that is small enough. */
async function picture(page: Page, name: string): Promise<void> {
  const png = await page.screenshot();
  const isHeavy = png.length > mostBytes;
  const bytes = isHeavy ? await page.screenshot({ type: 'jpeg', quality: 75 }) : png;
  rmSync(join(folder, `${name}.${isHeavy ? 'png' : 'jpg'}`), { force: true });
  writeFileSync(join(folder, `${name}.${isHeavy ? 'jpg' : 'png'}`), bytes);
}

/** A picture at each width, once the fonts are there. */
export async function takeScreenshot(page: Page, { name, show, hasToast }: Screen): Promise<void> {
  await page.evaluate('document.fonts.ready');
  if (!hasToast) await page.locator('.toast').first().waitFor({ state: 'detached', timeout: 10_000 });
  await page.mouse.move(0, 0);
  for (const width of widths) {
    await resize(page, width);
    if (show === undefined) await page.evaluate('scrollTo(0, 0)');
    else
      await page
        .locator(show)
        .first()
        .evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await picture(page, `${name}-${width}`);
  }
}

/** Every section of a page as a picture of its own. */
export async function takeSections(page: Page, name: string): Promise<void> {
  mkdirSync(sections, { recursive: true });
  for (const width of widths) {
    await resize(page, width);
    for (const section of await page.locator('main form section.card').all()) {
      const title = (await section.locator('h2').first().textContent()) ?? '';
      const id = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
      const path = join(sections, `${name}-${id}-${width}.jpg`);
      await section.screenshot({ path, type: 'jpeg', quality: 70 });
    }
  }
}
