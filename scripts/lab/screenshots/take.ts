import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../build/root.ts';
import type { Screen } from './screen.ts';

export const folder = join(root, '.cache/screens');
/** Folder of the documentation's pictures. A run replaces only existing files. */
export const documented = join(root, 'docs/screens');
const widths = [390, 768, 1280];
const schemes = ['light', 'dark'] as const;

const resize = (page: Page, width: number) =>
  page.setViewportSize({ width, height: width < 600 ? 844 : 900 });

/** Takes a picture of the window in both color schemes. */
async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const png = await page.screenshot();
    writeFileSync(join(folder, colorScheme, `${name}.png`), png);
    const file = join(documented, `${name}.png`);
    if (colorScheme === 'light' && existsSync(file)) writeFileSync(file, png);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

export function makeFolders(): void {
  for (const scheme of schemes) mkdirSync(join(folder, scheme), { recursive: true });
}

/** Takes a picture at each width, once the fonts are loaded. */
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

/** Every section of a page as a picture, in the light scheme. */
export async function takeSections(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await resize(page, width);
    for (const section of await page.locator('main form section.card').all()) {
      const title = (await section.locator('h2').first().textContent()) ?? '';
      const id = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
      await section.screenshot({ path: join(folder, 'light', `${name}-${id}-${width}.png`) });
    }
  }
}
