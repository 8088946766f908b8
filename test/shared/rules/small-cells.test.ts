import { expect, it } from 'vitest';
import { mergeSmallCells, shownCount } from '../../../shared/rules/small-cells.ts';

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

it('a count from 1 to 9 is not shown, and zero is', () => {
  expect([0, 1, 9, 10].map(shownCount)).toEqual([0, undefined, undefined, 10]);
});
