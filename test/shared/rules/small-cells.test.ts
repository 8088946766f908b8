import { expect, it } from 'vitest';
import { mergePeriods, mergeSmallCells, shownCount } from '../../../shared/rules/small-cells.ts';

it.each([
  ['large cells stay', { a: 10, b: 25 }, ['a 10', 'b 25'], undefined],
  ['empty cells are left out', { a: 0, b: 10 }, ['b 10'], undefined],
  ['small cells are merged', { a: 6, b: 30, c: 7 }, ['b 30'], 13],
  ['one small cell takes the smallest other cell along', { a: 30, b: 9, c: 12 }, ['a 30'], 21],
  ['cells that are small together take one along', { a: 3, b: 2, c: 11, d: 40 }, ['d 40'], 16],
  ['a total under ten shows nothing', { a: 3, b: 2 }, [], undefined],
  ['nothing was counted', {}, [], undefined],
])('%s', (_name, tally, cells, others) => {
  const merged = mergeSmallCells(tally);
  expect(merged.cells.map(({ name, count }) => `${name} ${count}`)).toEqual(cells);
  expect(merged.others).toBe(others);
});

it('each period is merged alone, and the cells keep their order', () => {
  expect(mergePeriods([{ a: 3, b: 12, c: 20 }, { a: 10, b: 11 }, { a: 4 }])).toEqual({
    cells: [
      { name: 'a', count: 10 },
      { name: 'b', count: 11 },
      { name: 'c', count: 20 },
    ],
    others: 15,
  });
});

it('a count of which nothing is shown is undefined, and zero is shown', () => {
  expect([shownCount(0, 0), shownCount(0, 9), shownCount(10, 19)]).toEqual([0, undefined, 10]);
});
