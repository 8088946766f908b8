import { counter } from '../../command-line/progress.ts';
import { submit, validating, workUntil } from '../bench/applicant-measures.ts';
import { lastOfEducation } from '../bench/page-measures.ts';
import { withProduct } from '../bench/product.ts';
import { median } from '../bench/row.ts';
import { buildPeers, type PeerName, peerNames } from './build.ts';
import { round, type Side, validateOn } from './measures.ts';
import { servePeers } from './serve.ts';

const rounds = 5;
const product = 'Matricula';

/** Selectors of the second page's last question, where a library does not use its key as the name. */
const lasts: Readonly<Partial<Record<PeerName, string>>> = {
  rjsf: `#root_${lastOfEducation}`,
  surveyjs: `[data-name="${lastOfEducation}"]`,
};

const shown = (value: number) => Number(value.toPrecision(3));

type Found = ReadonlyMap<string, readonly Readonly<Record<string, number>>[]>;

/** A ratio in parentheses, if there is one. */
const times = (value: number, other: number) =>
  other > 0 ? `${shown(value)} (${shown(value / other)})` : `${shown(value)}`;

/** Prints medians with their ratio to the bare page, and those of the product to the best library. */
function printTable(found: Found): void {
  const columns = Object.keys(found.get('bare')?.[0] ?? {});
  const medianOf = (name: string, what: string) =>
    median((found.get(name) ?? []).map((each) => each[what] ?? Number.NaN));
  const row = (name: string, cells: readonly string[]) => console.log(`| ${name} | ${cells.join(' | ')} |`);
  row('median (times bare)', columns);
  console.log(`|---|${'---|'.repeat(columns.length)}`);
  for (const name of found.keys())
    row(
      name,
      columns.map((what) => times(medianOf(name, what), medianOf('bare', what))),
    );
  const libraries = peerNames.filter((name) => name !== 'bare' && name !== 'floor');
  const best = (what: string) => Math.min(...libraries.map((name) => medianOf(name, what)));
  row(
    'product, times the best library',
    columns.map((what) => `${shown(medianOf(product, what) / best(what))}`),
  );
}

/**
 * Measures the form of the product and the same form in other libraries, all in turn in each round.
 */
export const benchPeers = (): Promise<void> =>
  withProduct(async ({ cloud, visitor, applicant }) => {
    const server = await servePeers(await buildPeers());
    const known = await validating(await applicant());
    const ours: Side = {
      name: product,
      url: `${cloud.url}/about`,
      onward: '.steps a[href="/education"]',
      visitor,
      async validateAll() {
        await known.request.put('/api/last-page', { data: { last_page: '/final-steps' } });
        return workUntil(known, `${cloud.url}/final-steps`, submit, 'main:has([name="first_name"]) .summary');
      },
    };
    const peers = peerNames.map((name): Side => {
      const url = server.urlOf(name);
      const validateAll = async () => {
        const context = await visitor();
        const spent = await validateOn(context, url);
        await context.close();
        return spent;
      };
      const last = lasts[name];
      const onward = 'nav a[href="/education"]';
      return { name, url, onward, ...(last === undefined ? {} : { last }), visitor, validateAll };
    });
    const sides = [...peers, ours];
    const found = new Map(sides.map(({ name }): [string, Readonly<Record<string, number>>[]] => [name, []]));
    const progress = counter('Measurements', rounds * sides.length);
    try {
      for (let done = 0; done < rounds; done += 1)
        for (const side of sides) {
          found.get(side.name)?.push(await round(side));
          progress.add();
        }
    } finally {
      server.close();
    }
    printTable(found);
  });
