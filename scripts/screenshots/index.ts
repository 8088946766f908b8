import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { assemble } from '../build/assemble.ts';
import { counter } from '../command-line/progress.ts';
import { findProgram } from '../dev/programs.ts';
import { type LocalCloud, startLocalCloud } from '../local-cloud/index.ts';
import { accountScreens } from './account-screens.ts';
import { dialogScreens } from './dialog-screens.ts';
import { formScreens } from './form-screens.ts';
import { otherScreens } from './other-screens.ts';
import { openScene } from './scene.ts';
import type { Screen } from './screen.ts';
import { folder, takeScreenshot, takeSections } from './take.ts';
import { uploadScreens } from './upload-screens.ts';

const screens = [...accountScreens, ...formScreens, ...uploadScreens, ...dialogScreens, ...otherScreens];

async function takeScreen(browser: Browser, cloud: LocalCloud, screen: Screen): Promise<void> {
  const scene = await openScene(browser, cloud, screen);
  await scene.page.locator('h1').waitFor();
  await screen.reach?.(scene);
  await scene.page.locator(screen.until).first().waitFor();
  await takeScreenshot(scene.page, screen);
  await scene.context.close();
}

/** The pages of the form, filled in, section by section. */
async function takeAllSections(browser: Browser, cloud: LocalCloud): Promise<void> {
  for (const page of ['about', 'education', 'final-steps']) {
    const scene = await openScene(browser, cloud, {
      name: `sections-${page}`,
      as: 'finished',
      path: `/${page}`,
    });
    await scene.page.locator('.on-this-page').waitFor();
    await scene.page.mouse.move(30, 30); // what is loaded with the first use
    await scene.page.getByText('Loading...').first().waitFor({ state: 'detached' });
    await takeSections(scene.page, page);
    await scene.context.close();
  }
}

async function takeAll(browser: Browser, cloud: LocalCloud, names: readonly string[]): Promise<void> {
  const wanted = (name: string) => names.length === 0 || names.includes(name);
  const taken = screens.filter(({ name }) => wanted(name));
  const progress = counter('Screens', taken.length);
  for (const screen of taken) {
    await takeScreen(browser, cloud, screen);
    progress.add();
  }
  if (wanted('sections')) await takeAllSections(browser, cloud);
}

/** `npm run screenshots`: every screen of the product in every state, or those that are named. */
export async function screenshots(names: readonly string[]): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'matricula-screens-'));
  const cloud = await startLocalCloud({ assembly: await assemble(), data, port: 0 });
  const executablePath = findProgram('chromium');
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    mkdirSync(folder, { recursive: true });
    await takeAll(browser, cloud, names);
    console.log(`Screens are in ${folder}`);
  } finally {
    await browser.close();
    await cloud.close();
    rmSync(data, { recursive: true, force: true });
  }
}
