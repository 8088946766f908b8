import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'matricula-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = join(import.meta.dirname, '../..');
const list = join(folder, 'list.tsv');

/** A file with these lines. Text is encoded as UTF-8. */
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

interface Ended {
  readonly code: number;
  readonly said: readonly string[];
  readonly places: readonly (readonly string[])[];
}

/** Runs the command as `npx matricula ops import-schools` does, and reads the list that it wrote. */
async function imported(...args: string[]): Promise<Ended> {
  rmSync(list, { force: true });
  const all = ['scripts/main.ts', 'ops', 'import-schools', '--out', list, ...args];
  const { code, said } = await new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(process.execPath, all, { cwd: root }, (_error, out, wrong) =>
      resolve({ code: child.exitCode ?? -1, said: out + wrong }),
    );
  });
  const lines = existsSync(list) ? readFileSync(list, 'utf8').split('\n').slice(1, -1) : [];
  return { code, said: said.trim().split('\n'), places: lines.map((line) => line.split('\t')) };
}

const ccdHead =
  'SCHOOL_YEAR,ST,SCH_NAME,LEA_NAME,NCESSCH,LSTREET1,LSTREET2,LCITY,LSTATE,LZIP,SY_STATUS,GSLO,GSHI,G_12_OFFERED';
const ccd = (name: string, id: string, { status = '1', twelve = 'Yes', state = 'MI', zip = '00100' } = {}) =>
  `2025-2026,${state},${name},District,${id},1 WREN LANE,,QUILLHAVEN,${state},${zip},${status},09,12,${twelve}`;

describe('import of public high schools', () => {
  it('takes open schools with a twelfth grade, reports what it left out, and makes up no code', async () => {
    const lines = [
      ccdHead,
      ccd('"Paper Boat, High School"', '260000100001'),
      ccd('Owl Lantern Elementary School', '260000100002', { twelve: 'No' }),
      ccd('Glass Acorn High School', '260000100003', { status: '2' }),
      ccd('Copper Bell High School', '60000100004', { state: 'CA', zip: '612' }),
    ];
    const { code, said, places } = await imported(
      '--category',
      'hs_ceeb',
      file('ccd.csv', lines.join('\r\n')),
    );
    expect(code).toBe(0);
    expect(places).toEqual([
      [
        '060000100004',
        'Copper Bell High School',
        '1 WREN LANE',
        'QUILLHAVEN',
        'CA',
        '00612',
        'USA',
        '',
        '',
        '',
      ],
      [
        '260000100001',
        'Paper Boat, High School',
        '1 WREN LANE',
        'QUILLHAVEN',
        'MI',
        '00100',
        'USA',
        '',
        '',
        '',
      ],
    ]);
    expect(said).toEqual([
      `${join(folder, 'ccd.csv')} (NCES CCD): 2 places`,
      '  1 left out: the school has no grade 12',
      '  1 left out: the school is not open',
      `2 places, 0 of them with a CEEB code, are in ${list}.`,
    ]);
  });

  it('takes the codes of the operator’s list, only for the schools in it', async () => {
    const schools = file(
      'ccd.csv',
      [ccdHead, ccd('A School', '260000100001'), ccd('B School', '260000100002')].join('\n'),
    );
    const codes = file('codes.csv', 'id,ceeb\n260000100002,012345\n');
    const { places } = await imported('--category', 'hs_ceeb', '--codes', codes, schools);
    expect(places.map((cells) => cells.at(-1))).toEqual(['', '012345']);
  });
});

it('import: reads colleges in the encoding of an older file too', async () => {
  const hd = file(
    'hd.csv',
    Buffer.from(
      [
        'UNITID,INSTNM,IALIAS,ADDR,CITY,STABBR,ZIP,CYACTIVE',
        '100001,"École of  Umberdale",,2 Moss Way,Umberdale,MN,00127-0001,1',
        '100002,Closed College,,2 Moss Way,Umberdale,MN,00127,3',
      ].join('\n'),
      'latin1',
    ),
  );
  const { said, places } = await imported('--category', 'college_ceeb', hd);
  expect(places).toEqual([
    ['100001', 'École of Umberdale', '2 Moss Way', 'Umberdale', 'MN', '00127-0001', 'USA', '', '', ''],
  ]);
  expect(said).toContain('  1 left out: the college is not open');
});

describe('import of colleges', () => {
  const head = 'UNITID,INSTNM,IALIAS,ADDR,CITY,STABBR,ZIP,CYACTIVE,INSTSIZE';
  const college = (
    id: number,
    { name = 'Umberdale College', aliases = '', state = 'MN', zip = '55127', size = '1' },
  ) => `${id},${name},"${aliases}",2 Moss Way,Umberdale,${state},${zip},1,${size}`;
  const importColleges = async (...lines: string[]) =>
    (await imported('--category', 'college_ceeb', file('hd.csv', [head, ...lines].join('\n')))).places;

  it('takes aliases however they are separated, without repetitions', async () => {
    const places = await importColleges(
      college(1, { aliases: 'UC | Umber Tech|' }),
      college(2, { aliases: 'UC  Umber, the College  UMBERDALE COLLEGE' }),
      college(3, { aliases: 'UC; Umber; uc; U' }),
      college(4, { aliases: 'UC, Umber' }),
      college(5, { aliases: 'UC/Umber' }),
      college(6, { aliases: ' ' }),
      college(7, { aliases: `UC|${'x'.repeat(91)}|!?` }),
    );
    expect(places.map((cells) => cells[7])).toEqual([
      'UC|Umber Tech',
      'UC|Umber, the College',
      'UC|Umber',
      'UC|Umber',
      'UC|Umber',
      '',
      'UC',
    ]);
  });

  it('gives ZIP codes their leading zeros back', async () => {
    const zips = ['2139', '612', '2139-1234', '00612-0001', '21391234', '551271234', 'K1A 0B1'];
    const places = await importColleges(...zips.map((zip, index) => college(index + 1, { zip })));
    expect(places.map((cells) => cells[5])).toEqual([
      '02139',
      '00612',
      '02139-1234',
      '00612-0001',
      '02139-1234',
      '55127-1234',
      'K1A 0B1',
    ]);
  });
});

describe('import of a file with our own columns', () => {
  it('is rejected line by line, each with its number and reason', async () => {
    const rows = file(
      'own.csv',
      [
        '\ufeffid;name;city;state;country;ceeb',
        'a;Paper Boat School;Quillhaven;MI;USA;X12345',
        'b;;Quillhaven;MI;USA;',
        'c;Paper Boat School;Quillhaven;ZZ;USA;',
        'd;Paper Boat School;Quillhaven;MI;NIE;',
        'e;Paper Boat School;Quillhaven;MI;USA;12345',
        'f;Paper Boat School;Quillhaven;MI;USA;;X12346',
        `g;${'x'.repeat(91)};Quillhaven;MI;USA;`,
        '"h";"Paper',
        'Boat";Quillhaven;MI;USA;',
        'i;?!;Quillhaven;MI;USA;',
        'a;Paper Boat Academy;Quillhaven;MI;USA;',
        ';Paper Boat School;Quillhaven;MI;USA;',
      ].join('\n'),
    );
    const { code, said, places } = await imported('--category', 'hs_ceeb', rows);
    expect(code).toBe(0);
    expect(places).toEqual([['a', 'Paper Boat School', '', 'Quillhaven', 'MI', '', 'USA', '', '', 'X12345']]);
    expect(said.slice(1)).toEqual([
      '  line 3 refused: name is empty',
      '  line 4 refused: state "ZZ" is no code of USA',
      '  line 5 refused: country "NIE" is no code of the form',
      '  line 6 refused: CEEB code "12345" does not have the digits of such a code (a spreadsheet may have dropped a zero)',
      '  line 7 refused: it has 7 cells, the header 6',
      '  line 8 refused: name is longer than 90 characters',
      '  line 10 refused: it contains control characters',
      '  line 11 refused: its name has no letters',
      '  line 13 refused: id is empty',
      expect.stringMatching(/^ {2}refused, because its id was there before: a \| Paper Boat Academy/),
      `1 places, 1 of them with a CEEB code, are in ${list}.`,
    ]);
  });
});

describe('import: writes nothing', () => {
  it.each([
    ['a file of another kind', 'own.csv', 'a,b\n1,2\n', /known headers for hs_ceeb.*NCES CCD: ncessch/],
    [
      'a file of colleges for high schools',
      'hd.csv',
      'UNITID,INSTNM,ADDR,CITY,STABBR,ZIP\n',
      /known headers/,
    ],
    ['a file without one good line', 'own.csv', 'id,name,city,state\n,,,\n', /No place is left to import/],
    ['an empty file', 'empty.csv', '', /known headers/],
    [
      'a file whose quotes do not close',
      'torn.csv',
      'id,name,city,state\na,"Paper Boat School,Quillhaven,MI\n',
      /^\S+torn\.csv, line \d: Quote Not Closed: .*$/,
    ],
    [
      'public schools whose grades are not told',
      'ccd.csv',
      `${ccdHead.replace(',GSLO,GSHI,G_12_OFFERED', '')}\n2025-2026,MI,A School,District,260000100001,1 WREN LANE,,QUILLHAVEN,MI,00100,1\n`,
      /ccd\.csv \(NCES CCD\) lacks a column: g_12_offered or gshi\.$/,
    ],
    ['a file that is not there', '../none.csv', undefined, /^There is no file \S+none\.csv\.$/],
  ])('for %s', async (_what, name, content, words) => {
    const { code, said, places } = await imported(
      '--category',
      'hs_ceeb',
      content === undefined ? join(folder, name) : file(name, content),
    );
    expect(code).toBe(1);
    expect(said.join('\n')).toMatch(words);
    expect(places).toEqual([]);
  });
});
