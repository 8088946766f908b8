import { expect, it } from 'vitest';
import { searchName } from '../../../shared/rules/search-name.ts';

it.each([
  ["O'Brien-Müller", 'obrien muller'],
  ['  Nguyễn  Thị Ánh ', 'nguyen thi anh'],
  ['De la Cruz, Jr.', 'de la cruz jr'],
  ['王小明', '王小明'],
  ['#a#b', 'a b'],
  ['Ⅳ', 'iv'],
  ['--', ''],
])('the name %s is looked for as %s', (name, searched) => {
  expect(searchName(name)).toBe(searched);
  expect(searchName(searched)).toBe(searched);
});
