import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { LocalCloud } from '../../local-cloud/index.ts';
import { animatedPng, type Frame } from './animated-png.ts';
import { answerAll, openScene, press, send } from './scene.ts';
import { documented } from './take.ts';
import { uploadTranscript } from './upload-screens.ts';

// The animation of README.md: eight seconds from the first answer to the receipt.

const size = { width: 390, height: 700 };

const centered = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center' }));

/** Adds frames of what a page shows. */
const recorderOf = (page: Page, frames: Frame[]) => async (milliseconds: number) => {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  frames.push({ png: await page.screenshot(), milliseconds });
};

/** Writes docs/screens/tour.png from the running product. */
export async function takeTour(browser: Browser, cloud: LocalCloud): Promise<void> {
  const scene = await openScene(browser, cloud, {
    name: 'tour',
    as: 'applicant',
    email: 'ada.l@example.org',
    path: '/about',
  });
  const { context, page } = scene;
  const frames: Frame[] = [];
  const show = recorderOf(page, frames);
  await page.setViewportSize(size);
  await page.getByText('Welcome to your application!').waitFor();
  await page.evaluate('document.fonts.ready');
  await page.mouse.move(30, 30);
  await show(700);

  const name = page.getByLabel('First Name', { exact: true });
  for (const letter of 'Ada') {
    await name.pressSequentially(letter);
    await show(180);
  }
  await page.locator('.saving-line', { hasText: 'Saved' }).first().waitFor();
  await show(700);

  await send(context.request, 'put', '/api/last-page', { last_page: '/education' });
  await page.goto('/education');
  const school = page.locator('#hs_name');
  await school.locator('input').click();
  await school.getByRole('combobox').pressSequentially('star');
  await school.getByRole('option').first().waitFor();
  await centered(page, '.combobox-list');
  await show(900);
  await school.getByRole('option').first().click();
  await page.locator('.saving-line', { hasText: 'Saved' }).first().waitFor();
  await show(900);

  await uploadTranscript(scene);
  await centered(page, '#transcript_document');
  await show(1_000);

  await answerAll(context);
  await send(context.request, 'put', '/api/last-page', { last_page: '/final-steps' });
  await page.goto('/final-steps');
  await page.locator('.review summary').first().click();
  await page.locator('.review .printed-lines').first().waitFor();
  await centered(page, '.review .printed-section >> nth=0');
  await show(900);
  await press(scene, 'Submit');
  await page.getByRole('heading', { name: 'Your application is in' }).waitFor();
  await page.locator('.toast').first().waitFor({ state: 'detached', timeout: 10_000 });
  await show(2_000);
  writeFileSync(join(documented, 'tour.png'), animatedPng(frames));
  await context.close();
}
