import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { assemble } from '../../build/assemble.ts';
import { counter } from '../../command-line/progress.ts';
import { startCloudWithStaff } from '../../dev/identity-provider.ts';
import type { LocalCloud } from '../../local-cloud/index.ts';
import { launchBrowser } from '../bench/product.ts';
import { accountScreens } from './account-screens.ts';
import { consoleScreens } from './console-screens.ts';
import { withDeadline } from './deadline-product.ts';
import { dialogScreens } from './dialog-screens.ts';
import { formScreens } from './form-screens.ts';
import { otherScreens } from './other-screens.ts';
import { openScene } from './scene.ts';
import type { Screen } from './screen.ts';
import { folder, makeFolders, takeScreenshot, takeSections } from './take.ts';
import { takeTour } from './tour.ts';
import { uploadScreens } from './upload-screens.ts';

const screens = [
  ...accountScreens,
  ...formScreens,
  ...uploadScreens,
  ...dialogScreens,
  ...otherScreens,
  ...consoleScreens,
];

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
    await scene.page.mouse.move(30, 30); // modules that are loaded on first use
    await scene.page.getByText('Loading...').first().waitFor({ state: 'detached' });
    await takeSections(scene.page, page);
    await scene.context.close();
  }
}

/** Runs a product on a new, empty local cloud. */
async function withCloud(assembly: string, work: (cloud: LocalCloud) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'matricula-screens-'));
  const cloud = await startCloudWithStaff({ assembly, data, port: 0 });
  try {
    await work(cloud);
  } finally {
    await cloud.close();
    rmSync(data, { recursive: true, force: true });
  }
}

async function takeAll(browser: Browser, names: readonly string[]): Promise<void> {
  const wanted = (name: string) => names.length === 0 || names.includes(name);
  const all = screens.filter(({ name }) => wanted(name));
  const progress = counter('Screens', all.length);
  const take = async (cloud: LocalCloud, some: readonly Screen[]) => {
    for (const screen of some) {
      await takeScreen(browser, cloud, screen);
      progress.add();
    }
  };
  await withCloud(await assemble(), async (cloud) => {
    await take(
      cloud,
      all.filter(({ hasDeadline }) => !hasDeadline),
    );
    if (wanted('sections')) await takeAllSections(browser, cloud);
    if (wanted('tour')) await takeTour(browser, cloud);
  });
  const ofDeadlines = all.filter(({ hasDeadline }) => hasDeadline);
  if (ofDeadlines.length > 0)
    await withDeadline((assembly) => withCloud(assembly, (cloud) => take(cloud, ofDeadlines)));
}

/** Takes a screenshot of every screen in every state, or of the named ones. */
export async function screenshots(names: readonly string[]): Promise<void> {
  const browser = await launchBrowser();
  try {
    makeFolders();
    await takeAll(browser, names);
    console.log(`Screens are in ${folder}`);
  } finally {
    await browser.close();
  }
}
