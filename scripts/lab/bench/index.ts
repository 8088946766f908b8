import type { BrowserContext } from '@playwright/test';
import { type Product, send, withProduct } from '../product.ts';
import { serveBare } from './bare-page.ts';
import { kilobytesSent, visits } from './first-load.ts';
import { heap, press, scriptPerKey, usable, workUntil } from './measures.ts';

const runs = 7;

/** One measured value, that of the same page without scripts, and the most that the design allows. */
interface Row {
  readonly what: string;
  readonly measured: number;
  readonly bare?: number;
  readonly unit: 'ms' | 'KB' | 'MB';
  readonly atMost?: number;
}

async function median(measure: () => Promise<number>): Promise<number> {
  const found: number[] = [];
  for (let run = 0; run < runs; run += 1) found.push(await measure());
  return found.toSorted((one, other) => one - other)[runs >> 1] ?? Number.NaN;
}

type Measure = (context: BrowserContext, url: string) => Promise<number>;

/** Measures that the page without scripts has, too. Each run has a browser with an empty cache. */
const besideBare: readonly (Omit<Row, 'measured' | 'bare'> & { readonly measure: Measure })[] = [
  {
    what: 'first field usable on slow 4G',
    measure: (context, url) => usable(context, url, 'network'),
    ...{ unit: 'ms', atMost: 800 },
  },
  {
    what: 'first field usable, 4x slower processor',
    measure: (context, url) => usable(context, url, 'processor'),
    ...{ unit: 'ms', atMost: 180 },
  },
  { what: 'press to frame, 4x slower processor', measure: press, unit: 'ms' },
  { what: 'script per key, 4x slower processor', measure: scriptPerKey, unit: 'ms', atMost: 4 },
  { what: 'heap', measure: heap, unit: 'MB', atMost: 4 },
];

async function compare({ cloud, visitor }: Product): Promise<readonly Row[]> {
  const url = `${cloud.url}/about`;
  const bare = await serveBare(url);
  const rows: Row[] = [];
  for (const { measure, ...row } of besideBare) {
    const at = (address: string) =>
      median(async () => {
        const context = await visitor();
        const found = await measure(context, address);
        await context.close();
        return found;
      });
    rows.push({ ...row, measured: await at(url), bare: await at(bare.url) });
  }
  bare.close();
  return rows;
}

/** An attempt to submit an application without answers finds every error. */
async function inUse({ cloud, visitor, applicant }: Product): Promise<readonly Row[]> {
  const [stranger, known] = [await visitor(), await applicant()];
  const onward = { url: `${cloud.url}/about`, click: '.steps a[href="/education"]', shows: '#hs_name' };
  const submit = { url: `${cloud.url}/final-steps`, click: '#submit', shows: '.summary' };
  const validate = async () => {
    await send(known.request, 'put', '/api/last-page', { last_page: '/final-steps' });
    return workUntil(known, submit, 'none');
  };
  return [
    {
      what: 'page switch, 4x slower processor',
      measured: await median(() => workUntil(stranger, onward, 'processor')),
      ...{ unit: 'ms', atMost: 90 },
    },
    { what: 'validate all', measured: await median(validate), unit: 'ms', atMost: 80 },
  ];
}

async function firstLoads({ visitor, applicant }: Product): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { path, who, atMost } of visits) {
    const context = who === 'visitor' ? await visitor() : await applicant();
    if (who === 'applicant') await send(context.request, 'put', '/api/last-page', { last_page: path });
    const measured = await kilobytesSent(context, path);
    rows.push({ what: `${path}, ${who}`, measured, unit: 'KB', atMost });
    await context.close();
  }
  return rows;
}

const shown = (number: number | undefined) => (number === undefined ? '' : Number(number.toPrecision(3)));

const line = ({ measured, bare, unit, atMost }: Row) => ({
  measured: shown(measured),
  'without scripts': shown(bare),
  unit,
  'at most': atMost ?? '',
  met: atMost === undefined ? '' : measured <= atMost ? 'yes' : 'NO',
});

/** Prints every figure of the form in one run. The budgets are for two idle cores: no test checks times. */
export const bench = (): Promise<void> =>
  withProduct(async (product) => {
    const rows = [...(await compare(product)), ...(await inUse(product)), ...(await firstLoads(product))];
    console.table(Object.fromEntries(rows.map((row) => [row.what, line(row)])));
  });
