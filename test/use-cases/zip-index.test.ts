import { expect, it } from 'vitest';
import { startSmallStore } from '../support/small-store.ts';

await startSmallStore();
const { pdfNameOf } = await import('../../lambdas/use-cases/zip-index.ts');

const named = (last_name: string, first_name: string) => pdfNameOf({ last_name, first_name }, 'NLU-7K4Q29XW');

it.each([
  ['Lindqvist', 'Ada', 'Lindqvist Ada NLU-7K4Q29XW.pdf'],
  ['Nguyễn', 'Thị Ánh', 'Nguyễn Thị Ánh NLU-7K4Q29XW.pdf'],
  ['', 'Ada', 'Ada NLU-7K4Q29XW.pdf'],
  ['', '', 'NLU-7K4Q29XW.pdf'],
  ['../../etc', 'pass/wd\\', '.. .. etc pass wd NLU-7K4Q29XW.pdf'],
  ['CON', 'a:b*c?"<d>|', 'CON a b c d NLU-7K4Q29XW.pdf'],
  ['\u202Egnp', 'exe\u0000\n\t', 'gnp exe NLU-7K4Q29XW.pdf'],
])('the file of %j, %j has a name that every system stores', (last, first, name) => {
  expect(named(last, first)).toBe(name);
});

it('the name of a file is short enough for every file system, and keeps whole characters', () => {
  const name = named('👩‍🎓'.repeat(60), '山'.repeat(60));
  expect(Buffer.byteLength(name)).toBeLessThan(200);
  expect(name).toMatch(/ NLU-7K4Q29XW\.pdf$/);
  expect(name.isWellFormed()).toBe(true);
});
