import { fillAll, submit, typeOnLargestPage, validating, workUntil } from './applicant-measures.ts';
import { barePage } from './bare-page.ts';
import { form } from './bench-form.ts';
import { type Both, compared, itself, type Measure } from './compare.ts';
import { firstInput, heap, keystroke, letters, pageSwitch, type Side } from './page-measures.ts';
import { type Product, withProduct } from './product.ts';
import type { Row } from './row.ts';
import { serveBare } from './serve-bare.ts';

const runs = 11;

interface Sides {
  readonly bare: Side;
  readonly ours: Side;
}
/** Alternates between both pages, so other load on the machine affects both. */
type MeasureBoth = <T>(measure: Measure<T>) => Promise<Both<T>>;

const inTurns =
  ({ visitor }: Product, { bare, ours }: Sides): MeasureBoth =>
  async <T>(measure: Measure<T>) => {
    const found: { bare: T[]; ours: T[] } = { bare: [], ours: [] };
    const fresh = async (side: Side) => {
      const context = await visitor();
      found[side.name].push(await measure(side, context));
      await context.close();
    };
    for (let run = 0; run < runs; run += 1) {
      await fresh(bare);
      await fresh(ours);
    }
    return found;
  };

async function firstInputs(both: MeasureBoth): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [slowness, words] of [
    ['network', 'on slow 4G'],
    ['processor', 'with a 4x slower processor'],
  ] as const) {
    const found = await both((side, context) => firstInput(context, side, slowness));
    rows.push(
      ...compared(`first input usable ${words}`, 'ms', found, ({ usable }) => usable, { factor: 1.3 }),
      ...compared(`all listens ${words}`, 'ms', found, ({ ready }) => ready, {}),
    );
  }
  return rows;
}

async function inUse(both: MeasureBoth): Promise<readonly Row[]> {
  const letter = await both((side, context) => keystroke(context, side, 'none'));
  const slowLetter = await both((side, context) => keystroke(context, side, 'processor'));
  const change = await both((side, context) => pageSwitch(context, side));
  const memory = await both((side, context) => heap(context, side));
  return [
    ...compared('script a keystroke', 'ms', letter, itself, { must: 4 }),
    ...compared('script a keystroke with a 4x slower processor', 'ms', slowLetter, itself, {}),
    ...compared('page switch with a 4x slower processor', 'ms', change, itself, { factor: 1.7 }),
    ...compared('heap', 'MB', memory, itself, { must: 4 }),
  ];
}

async function validateAll({ cloud, visitor, applicant }: Product, { bare }: Sides): Promise<readonly Row[]> {
  const known = await validating(await applicant());
  const found: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
  for (let run = 0; run < runs; run += 1) {
    found.bare.push(await workUntil(await visitor(), bare.url, '#validate', '#summary'));
    await known.request.put('/api/last-page', { data: { last_page: '/final-steps' } });
    found.ours.push(
      await workUntil(known, `${cloud.url}/final-steps`, submit, 'main:has([name="first_name"]) .summary'),
    );
  }
  return compared('validate all', 'ms', found, itself, { must: 80 });
}

async function typing({ applicant }: Product): Promise<readonly Row[]> {
  const full = await applicant();
  await fillAll(full);
  const rows: Row[] = [];
  for (const path of ['/about', '/education']) {
    const { fields, typing, idle } = await typeOnLargestPage(full, path);
    const what = `${letters.length} letters on ${path} (${fields} controls) with a 4x slower processor`;
    rows.push({ what: `frames dropped, ${what}`, measured: typing, unit: 'frames', must: 0 });
    rows.push({ what: `frames dropped on ${path} while nobody types`, measured: idle, unit: 'frames' });
  }
  return rows;
}

/**
 * Compares the product with a plain HTML page that has the same fields, in one run. The ratio is valid on
 * other machines; the times are not.
 */
export const benchInTheBrowser = (): Promise<readonly Row[]> =>
  withProduct(async (product) => {
    const server = await serveBare(barePage(form));
    const sides: Sides = {
      bare: { name: 'bare', url: server.url, onward: '[data-to="/education"]' },
      ours: { name: 'ours', url: `${product.cloud.url}/about`, onward: '.steps a[href="/education"]' },
    };
    const both = inTurns(product, sides);
    try {
      return [
        ...(await firstInputs(both)),
        ...(await inUse(both)),
        ...(await validateAll(product, sides)),
        ...(await typing(product)),
      ];
    } finally {
      server.close();
    }
  });
