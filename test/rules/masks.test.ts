import { Mask } from 'maska';
import { expect, it } from 'vitest';
import { masks } from '../../shared/rules/masks.ts';

it.each([
  ['9064871885', '(906) 487-1885'],
  ['906', '(906'],
  ['+1', '(1'],
  ['906-487-1885', '(906) 487-1885'],
])('a telephone number typed as %s stands as %s [IN-01]', (typed, shown) => {
  expect(new Mask({ mask: masks.phone }).masked(typed)).toBe(shown);
});

it.each([
  ['123456789', '123-45-6789'],
  ['12a3', '123'],
  ['1234567890', '123-45-6789'],
])('a social security number typed as %s stands as %s [IN-03] [IN-04]', (typed, shown) => {
  expect(new Mask({ mask: masks.ssn }).masked(typed)).toBe(shown);
});
