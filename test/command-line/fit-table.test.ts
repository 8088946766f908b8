import { expect, it } from 'vitest';
import { fitTable } from '../../scripts/command-line/fit-table.ts';

const columns = [
  { title: 'Number', cell: ([number = '']: readonly string[]) => number },
  { title: 'Name', cell: ([, name = '']: readonly string[]) => name, mayShrink: true },
  { title: 'Email', cell: ([, , email = '']: readonly string[]) => email, mayShrink: true },
];
const rows = [
  ['NLU-7K4Q29XW', 'Wolfeschlegelsteinhausenbergerdorff', 'a@b.co'],
  ['NLU-1', '王小明', 'a.long.address@mail.example.org'],
];

it('a table without a width shows every cell whole', () => {
  expect(fitTable(columns, rows)).toEqual([
    'Number        Name                                 Email',
    'NLU-7K4Q29XW  Wolfeschlegelsteinhausenbergerdorff  a@b.co',
    'NLU-1         王小明                               a.long.address@mail.example.org',
  ]);
});

it('a table of a terminal cuts only what may shrink, the widest first, and counts wide letters as two places', () => {
  expect(fitTable(columns, rows, 50)).toEqual([
    'Number        Name               Email',
    'NLU-7K4Q29XW  Wolfeschlegelste…  a@b.co',
    'NLU-1         王小明             a.long.address@m…',
  ]);
});

it('a table never cuts a column to nothing, however narrow the terminal is', () => {
  expect(fitTable(columns, rows, 10)[1]).toBe('NLU-7K4Q29XW  Wolfe…  a@b.co');
});

it('a name can neither move the cursor nor turn the line around', () => {
  expect(fitTable(columns, [['1', 'A\u001b[2Jda\n', '\u202egro.elpmaxe@a']])[1]).toBe(
    '1       A [2Jda    gro.elpmaxe@a',
  );
});
