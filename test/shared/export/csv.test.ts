import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine } from '../../../shared/export/csv.ts';

const read = (text: string): readonly (readonly string[])[] =>
  parse(text, { relax_column_count: true, record_delimiter: '\r\n' });

it.each([
  ['=HYPERLINK("http://evil.example","Click")', `'=HYPERLINK("http://evil.example","Click")`],
  ['@SUM(A1:A9)', "'@SUM(A1:A9)"],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ['-A1', "'-A1"],
  ['  =1+1', "'  =1+1"],
  ['＝1+1', "'＝1+1"],
  ['\t=1+1', "'\t=1+1"],
  ['+91-9999999999', "'+91-9999999999"],
  ['+1-906-555-0123', "'+1-906-555-0123"],
  ['+1 (906) 555-0123', "'+1 (906) 555-0123"],
  ['+49/30/123456', "'+49/30/123456"],
  ['-5-3', "'-5-3"],
  ['--5', "'--5"],
])('a spreadsheet shows %j instead of calculating it', (typed, shown) => {
  expect(read(csvLine(['a', typed]))).toEqual([['a', shown]]);
});

it.each([
  '+46 8 123 456',
  '+1 (906) 555.0123',
  '-5',
  '-12.5',
  '1-906-555-0123',
  '(989) 555-0123',
  '2027-01-15',
  'Ada "the first", of Houghton',
  'one\r\ntwo\nthree',
  " O'Brien ",
  '王小明 🎻',
  '',
])('the cell %j stays as it was typed', (typed) => {
  expect(read(csvLine(['a', typed, 'b']))).toEqual([['a', typed, 'b']]);
});

it('every line can be read back cell by cell, whatever was typed, and no cell begins a formula', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (cells) => {
      const [line = []] = read(csvLine(cells));
      expect(line.map((cell, index) => (cell === `'${cells[index]}` ? cells[index] : cell))).toEqual(cells);
      for (const cell of line) expect(cell).not.toMatch(/^\s*[=@＝＠]/u);
    }),
  );
});
