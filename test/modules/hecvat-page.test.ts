import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/build/root.ts';
import { idsIn } from '../support/id-ranges.ts';

const page = readFileSync(join(root, 'docs/hecvat.md'), 'utf8');

/**
 * Number of questions in each category of HECVAT 4.1.4. In all of them they are numbered from 1 without gaps.
 */
const questions: Readonly<Record<string, number>> = {
  ...{ GNRL: 9, COMP: 5, REQU: 8, DOCU: 7, ITAC: 18, THRD: 5, CONS: 9, APPL: 14, AAAI: 18, CHNG: 16 },
  ...{ DATA: 23, DCTR: 16, FIDP: 11, PPPR: 15, HFIH: 4, VULN: 6, HIPA: 29, PCID: 12, OPEM: 10 },
  ...{ PRGN: 5, PCOM: 4, PDOC: 3, PTHP: 2, PCHG: 2, PDAT: 8, PRPO: 13, INTL: 5, DRPV: 15, DPAI: 8 },
  ...{ AIQU: 2, AIGN: 5, AIPL: 5, AISC: 5, AIML: 8, AILM: 7 },
};

const ids = Object.entries(questions).flatMap(([category, count]) =>
  Array.from({ length: count }, (_, index) => `${category}-${String(index + 1).padStart(2, '0')}`),
);

const rows = [...page.matchAll(/^\| ([A-Z]{4}-\d\d[^|]*) \| ([^|]+) \| ([^|]+) \| (.*) \|$/gm)].map(
  ([, cell = '', , answer = '', reason = '']) => ({ ids: idsIn(cell), answer, reason }),
);

it('HECVAT: each of the 332 questions is answered once', () => {
  expect(ids).toHaveLength(332);
  expect(rows.flatMap((row) => row.ids).sort()).toEqual([...ids].sort());
});

it('HECVAT: each answer is one of five and has its reason', () => {
  const answers = ['Yes', 'Partly', 'No', 'University', 'n/a'];
  expect(rows.filter(({ answer, reason }) => !answers.includes(answer) || reason.length < 4)).toEqual([]);
});

it('HECVAT: each yes names a page, a test or code that exists', () => {
  const named = (reason: string) =>
    [...reason.matchAll(/`((?:test|lib|lambdas|shared|scripts|\.github)\/[\w./-]+)`|\]\(([^)#]+)/g)].map(
      ([, path, link]) => path ?? join('docs', link ?? ''),
    );
  const claims = rows.filter(({ answer }) => answer === 'Yes' || answer === 'Partly');
  expect(claims.length).toBeGreaterThan(50);
  const without = claims.filter(({ reason }) => !named(reason).some((path) => existsSync(join(root, path))));
  expect(without.map((row) => `${row.ids.join(', ')}: ${row.reason}`)).toEqual([]);
});
