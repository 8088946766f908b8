import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/build/root.ts';
import { idsIn } from '../support/id-ranges.ts';

const page = readFileSync(join(root, 'docs/security-and-privacy.md'), 'utf8');
const standard = /^## ASVS 5\.0, level 2$(.+?)^## /ms.exec(page)?.[1] ?? '';

/**
 * Number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. In all of them they are numbered
 * from 1 without gaps.
 */
const requirements: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};

const ids = Object.entries(requirements).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);

const rows = [...standard.matchAll(/^\| ([\d., –]+) \| ([^|]+) \| (.*) \|$/gm)].map(
  ([, cell = '', state = '', reason = '']) => ({ ids: idsIn(cell), state, reason }),
);

const chapterOf = (id: string) => Number(id.split('.')[0]);
const sortedChapters = (all: readonly number[]) => all.toSorted((one, other) => one - other);

describe('the table of ASVS 5.0', () => {
  it('has each of the 253 requirements of levels 1 and 2 once, in the order of the chapters', () => {
    expect(ids).toHaveLength(253);
    const sorted = (all: readonly string[]) => [...all].sort();
    expect(sorted(rows.flatMap((row) => row.ids))).toEqual(sorted(ids));
    const chapters = rows.map((row) => [...new Set(row.ids.map(chapterOf))]);
    expect(chapters.filter(({ length }) => length > 1)).toEqual([]);
    expect(chapters.flat()).toEqual(sortedChapters(chapters.flat()));
  });

  it('says of each whether it is met, a deviation, AWS’s or not applicable, and why', () => {
    const states = ['met', 'deviation', 'AWS', 'n/a'];
    expect(rows.filter(({ state, reason }) => !states.includes(state) || reason.length < 8)).toEqual([]);
  });

  it('names a test, code or construct that exists for each that is met', () => {
    const paths = (reason: string) =>
      [...reason.matchAll(/`((?:test|lib|lambdas|shared|web|scripts)\/[\w./-]+)`/g)].map(
        ([, path = '']) => path,
      );
    const met = rows.filter(({ state }) => state === 'met');
    expect(met.length).toBeGreaterThan(50);
    const without = met.filter(({ reason }) => !paths(reason).some((path) => existsSync(join(root, path))));
    expect(without.map((row) => `${row.ids.join(', ')}: ${row.reason}`)).toEqual([]);
  });
});
