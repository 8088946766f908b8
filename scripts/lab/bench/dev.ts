import type { Page } from '@playwright/test';
import { type DevCopy, startDevCopy } from './dev-copy.ts';
import { launchBrowser } from './product.ts';
import { median, type Row } from './row.ts';

const runs = 5;

/** An edit that differs in each run, and a function that waits until the edit shows. */
interface Edit {
  readonly what: string;
  readonly atMost: number;
  readonly file: string;
  readonly change: (text: string, run: number) => string;
  readonly shown: (page: Page, run: number) => Promise<unknown>;
}

const edits: readonly Edit[] = [
  {
    what: 'a label of the form, edit to page',
    atMost: 2_000,
    file: 'shared/questions/about/personal.ts',
    change: (text, run) => text.replace(/text\('First Name\d*'/, `text('First Name${run}'`),
    shown: (page, run) => page.getByLabel(`First Name${run}`, { exact: true }).waitFor(),
  },
  {
    what: 'a component, edit to page',
    atMost: 2_000,
    file: 'web/form/page-buttons.tsx',
    change: (text, run) => text.replace(/Save and Continue\d*$/m, `Save and Continue${run}`),
    shown: (page, run) => page.getByRole('button', { name: `Save and Continue${run}` }).waitFor(),
  },
  {
    what: 'a style, edit to page',
    atMost: 2_000,
    file: 'web/theme/buttons.css',
    change: (text, run) => `${text}\n.button { letter-spacing: ${run + 1}px; }\n`,
    shown: (page, run) =>
      page.waitForFunction(
        (spacing) => {
          const button = document.querySelector('.page-buttons .button');
          return button !== null && getComputedStyle(button).letterSpacing === spacing;
        },
        `${run + 1}px`,
      ),
  },
  {
    what: 'a function, edit to the next call',
    atMost: 3_000,
    file: 'lambdas/handlers/lookup.ts',
    change: (text, run) => text.replace(/Please type it in\.\d*/, `Please type it in.${run}`),
    shown: async (page, run) => {
      for (;;) {
        const reply = await page.request.get('/lookup/find?category=hs_ceeb&id=none');
        if ((await reply.text()).includes(`Please type it in.${run}`)) return;
      }
    },
  },
];

async function measure(dev: DevCopy, page: Page, { file, change, shown }: Edit): Promise<number> {
  const times: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const started = performance.now();
    dev.edit(file, (text) => change(text, run));
    await shown(page, run);
    times.push(performance.now() - started);
    // A developer takes longer than this between edits: the checks of the last one have ended.
    await page.waitForTimeout(6_000);
  }
  return median(times);
}

/** Measures the time from an edit until it shows, in `npm run dev` on a copy of this checkout. */
export async function benchDev(): Promise<readonly Row[]> {
  const begun = performance.now();
  const dev = await startDevCopy();
  const start = performance.now() - begun;
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ baseURL: dev.url });
    await page.goto('/about');
    await page.getByLabel('First Name', { exact: true }).waitFor();
    const rows: Row[] = [{ what: 'npm run dev to Ready, nothing built before', measured: start, unit: 'ms' }];
    for (const edit of edits)
      rows.push({
        what: `${edit.what}, median of ${runs}`,
        measured: await measure(dev, page, edit),
        unit: 'ms',
        atMost: edit.atMost,
      });
    return rows;
  } finally {
    await browser.close();
    await dev.close();
  }
}
