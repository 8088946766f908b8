import type { BrowserContext } from '@playwright/test';
import { fillAll, submit, typeOnLargestPage, validating, workUntil } from './applicant-measures.ts';
import { firstInput, heap, keystroke, letters, pageSwitch } from './page-measures.ts';
import { type Product, withProduct } from './product.ts';
import { median, type Row } from './row.ts';

const runs = 11;

/** Measures in fresh contexts of visitors. */
async function repeated<T>(
  visitor: () => Promise<BrowserContext>,
  measure: (context: BrowserContext) => Promise<T>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await visitor();
    found.push(await measure(context));
    await context.close();
  }
  return found;
}

async function firstInputs({ visitor }: Product, url: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [slowness, words, atMost] of [
    ['network', 'on slow 4G', 800],
    ['processor', 'with a 4x slower processor', 180],
  ] as const) {
    const found = await repeated(visitor, (context) => firstInput(context, url, slowness));
    const [usable, ready] = [found.map((each) => each.usable), found.map((each) => each.ready)];
    rows.push({ what: `first input usable ${words}`, measured: median(usable), unit: 'ms', atMost });
    rows.push({ what: `all listens ${words}`, measured: median(ready), unit: 'ms' });
  }
  return rows;
}

async function inUse({ visitor }: Product, url: string): Promise<readonly Row[]> {
  const measured = async (measure: (context: BrowserContext) => Promise<number>) =>
    median(await repeated(visitor, measure));
  const typed = (slowness: 'none' | 'processor') => measured((context) => keystroke(context, url, slowness));
  const what = 'script a keystroke';
  return [
    { what, measured: await typed('none'), unit: 'ms', atMost: 4 },
    { what: `${what} with a 4x slower processor`, measured: await typed('processor'), unit: 'ms' },
    {
      what: 'page switch with a 4x slower processor',
      measured: await measured((context) => pageSwitch(context, url, '.steps a[href="/education"]')),
      unit: 'ms',
      atMost: 90,
    },
    { what: 'heap', measured: await measured((context) => heap(context, url)), unit: 'MB', atMost: 4 },
  ];
}

async function validateAll({ cloud, applicant }: Product): Promise<Row> {
  const known = await validating(await applicant());
  const found: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await known.request.put('/api/last-page', { data: { last_page: '/final-steps' } });
    const summary = 'main:has([name="first_name"]) .summary';
    found.push(await workUntil(known, `${cloud.url}/final-steps`, submit, summary));
  }
  return { what: 'validate all', measured: median(found), unit: 'ms', atMost: 80 };
}

async function typing({ applicant }: Product): Promise<readonly Row[]> {
  const full = await applicant();
  await fillAll(full);
  const rows: Row[] = [];
  for (const path of ['/about', '/education']) {
    const { fields, typing, idle, script, slowest } = await typeOnLargestPage(full, path);
    const what = `${letters.length} letters on ${path} (${fields} controls) with a 4x slower processor`;
    rows.push({ what: `frames dropped, ${what}`, measured: typing, unit: 'frames', atMost: 0 });
    rows.push({ what: `frames dropped on ${path} without typing`, measured: idle, unit: 'frames' });
    rows.push({ what: `script a letter, ${what}`, measured: script, unit: 'ms', atMost: 1.5 });
    rows.push({
      what: `main thread of the slowest letter, ${what}`,
      measured: slowest,
      unit: 'ms',
      atMost: 16,
    });
  }
  return rows;
}

/** Measures the form pages in Chromium. The budgets are for the machine of docs/performance.md. */
export const benchInTheBrowser = (): Promise<readonly Row[]> =>
  withProduct(async (product) => {
    const url = `${product.cloud.url}/about`;
    return [
      ...(await firstInputs(product, url)),
      ...(await inUse(product, url)),
      await validateAll(product),
      ...(await typing(product)),
    ];
  });
