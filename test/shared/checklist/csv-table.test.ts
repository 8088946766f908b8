import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvOptions, tableOf } from '../../../shared/checklist/csv-table.ts';
import { itemRowsIn } from '../../../shared/checklist/lines.ts';

const tableIn = (...lines: string[]) => {
  const text = lines.map((line) => `${line}\r\n`).join('');
  return tableOf(parse(text, csvOptions(text)));
};
const row = { line: 2, applicant: 'NLU-LBYWMC59', item: 'transcript', date: '11/20/2026' };

describe('a checklist that a spreadsheet saved', () => {
  it.each([
    ['separators only', ',,'],
    ['spaces', ' , , '],
    ['no-break spaces', '\u00a0,\u00a0 ,'],
    ['more separators than the header has', ',,,,'],
    ['fewer separators than the header has', ','],
    ['empty quotation marks', '"","",""'],
  ])('has no row for a line of %s', (_what, empty) => {
    const table = tableIn('applicant,item,date', 'NLU-LBYWMC59,transcript,11/20/2026', empty, empty);
    expect(itemRowsIn(table)).toEqual({ rows: [row], refused: [] });
  });

  it('has the line numbers of the file, with its empty lines', () => {
    const table = tableIn('applicant,item,date', '', ',,', 'NLU-LBYWMC59,transcript,11/20/2026');
    expect(itemRowsIn(table).rows).toEqual([{ ...row, line: 4 }]);
  });

  it('has rows whose empty cells at the end are missing', () => {
    const table = tableIn('Confirmation Number,Item,Date,Notes', 'NLU-LBYWMC59,transcript,11/20/2026');
    expect(itemRowsIn(table)).toEqual({ rows: [row], refused: [] });
  });

  it('has rows with more empty cells than headers', () => {
    const table = tableIn('applicant,item,date', 'NLU-LBYWMC59,transcript,11/20/2026,,');
    expect(itemRowsIn(table)).toEqual({ rows: [row], refused: [] });
  });

  it('has headers and cells without the no-break spaces around them', () => {
    const table = tableIn('applicant\u00a0,item,date', 'NLU-LBYWMC59\u00a0,\u00a0transcript,11/20/2026');
    expect(itemRowsIn(table)).toEqual({ rows: [row], refused: [] });
  });

  it('refuses a row with more cells than headers', () => {
    const table = tableIn('applicant,item,date', 'NLU-LBYWMC59,transcript,November 20, 2026');
    expect(itemRowsIn(table).refused).toEqual([
      {
        line: 2,
        outcome: 'refused',
        reason:
          'The line cannot be read: it has 4 cells, the header 3. Is a comma inside a cell without quotation marks?',
      },
    ]);
  });
});
