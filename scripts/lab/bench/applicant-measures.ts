import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { type AddAnother, allBlocks } from '../../../shared/form/index.ts';
import { root } from '../../build/root.ts';
import { form } from './bench-form.ts';
import { letters, opened } from './page-measures.ts';

/**
 * Milliseconds of script and layout from a click until an element appears. Waiting for responses does not
 * count.
 */
export async function workUntil(
  context: BrowserContext,
  url: string,
  click: string,
  shows: string,
): Promise<number> {
  const { page, metric } = await opened(context, url, 'none');
  const work = async () => (await metric('ScriptDuration')) + (await metric('LayoutDuration'));
  const before = await work();
  await page.evaluate(
    ([click, shows]) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector(shows) === null) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(resolve)); // after the frame that shows it
        });
        observer.observe(document.body, { childList: true, subtree: true });
        document.querySelector<HTMLElement>(click)?.click();
      }),
    [click, shows] as const,
  );
  const spent = (await work()) - before;
  await page.close();
  return spent * 1000;
}

export const submit = '.page-buttons [data-look="primary"]';

/** Prepares an application that was submitted too early: each further attempt finds every error again. */
export async function validating(applicant: BrowserContext): Promise<BrowserContext> {
  await applicant.request.put('/api/last-page', { data: { last_page: '/final-steps' } });
  const page = await applicant.newPage();
  await page.goto('/final-steps');
  await page.locator(submit).click();
  await page.locator('.summary').waitFor();
  await page.close();
  return applicant;
}

const addAnothers = allBlocks(form).filter((block): block is AddAnother => block.type === 'addAnother');

/** Answers every question and opens every repeated block. */
export async function fillAll({ request }: BrowserContext): Promise<void> {
  const answer = JSON.parse(readFileSync(join(root, 'test/support/complete-answers.json'), 'utf8'));
  await request.put('/api/answer', { data: { answer } });
  for (const { id, copies } of addAnothers)
    for (let number = 2; number <= copies.length; number += 1)
      await request.put('/api/add-another', { data: { button_id: id, num_components: number } });
}

/** Number of frames dropped while `act` runs, at 60 frames per second. */
async function lateFrames(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { times });
    const note = (time: number) => {
      times.push(time);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await act();
  return page.evaluate(() => {
    const { times } = globalThis as unknown as { times: number[] };
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    return gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1000 / 60)) - 1), 0);
  });
}

interface Typing {
  readonly fields: number;
  readonly typing: number;
  readonly idle: number;
  /** Milliseconds of script for each letter, and of the main thread for the slowest letter. */
  readonly script: number;
  readonly slowest: number;
}

export async function typeOnLargestPage(applicant: BrowserContext, path: string): Promise<Typing> {
  await applicant.request.put('/api/last-page', { data: { last_page: path } });
  const { page, metric } = await opened(applicant, path, 'processor');
  const fields = await page.locator('form :is(input, select, textarea)').count();
  // Not a look-up, which asks the server.
  const input = page.locator('form input[type="text"]:not([role="combobox"])').first();
  await input.focus();
  await page.waitForTimeout(3000);
  const idle = await lateFrames(page, () => page.waitForTimeout(letters.length * 80));
  const before = await metric('ScriptDuration');
  const tasks: number[] = [];
  const typing = await lateFrames(page, async () => {
    for (const letter of letters) {
      const start = await metric('TaskDuration');
      await page.keyboard.type(letter, { delay: 80 });
      tasks.push((await metric('TaskDuration')) - start);
    }
  });
  const script = (((await metric('ScriptDuration')) - before) * 1000) / letters.length;
  await page.close();
  return { fields, typing, idle, script, slowest: Math.max(...tasks) * 1000 };
}
