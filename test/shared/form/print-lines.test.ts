import { describe, expect, it } from 'vitest';
import {
  ask,
  checkbox,
  checkboxes,
  date,
  document,
  type FormState,
  form,
  monthYear,
  page,
  printedSections,
  printLines,
  radio,
  section,
  text,
} from '../../../shared/form/index.ts';
import { formWith } from '../../support/form.ts';

describe('print lines', () => {
  const made = formWith(
    ask({
      likes: checkboxes('Likes', { tea: 'Tea', milk: 'Milk', water: 'Water' }),
      since: monthYear('Since', [['2026', '2026']]),
      name: text('Name'),
    }),
  );

  it('mark checkboxes, in a column when there are more than two [SV-05] [SV-06]', () => {
    const [, likes] = printLines(made, { answers: { likes_tea: true, likes_water: true } })[0]?.lines ?? [];
    expect(likes).toEqual({
      kind: 'answer',
      key: 'likes',
      label: 'Likes',
      text: 'Tea, Water',
      answered: true,
      column: true,
      options: [
        { label: 'Tea', chosen: true },
        { label: 'Milk', chosen: false },
        { label: 'Water', chosen: true },
      ],
    });
  });
  it('show questions without an answer as not answered', () => {
    const lines = printLines(made, { answers: { since_month: '5', since_year: '2026' } })[0]?.lines ?? [];
    expect(lines.map((line) => ('text' in line ? line.text : line.title))).toEqual([
      'S',
      'Not answered',
      'May 2026',
      'Not answered',
    ]);
  });

  it('are grouped under the title before them', () => {
    const line = { kind: 'notice', text: 'N' } as const;
    const title = { kind: 'section', title: 'T' } as const;
    expect(printedSections([line, title, { ...title, inner: true }, line, line])).toEqual([
      { title: '', isInner: false, lines: [line] },
      { title: 'T', isInner: false, lines: [] },
      { title: 'T', isInner: true, lines: [line, line] },
    ]);
  });

  const choices = form([
    page('/p', 'P', [
      section('Outer', [
        ask({
          way: radio('Way', [
            ['bus', 'Bus'],
            ['car', 'Car'],
            ['foot', 'On foot'],
          ]),
          sure: radio('Sure'),
          paper: document('Paper'),
          school: text('Search for Your School', { printLabel: 'School Name' }),
          since: monthYear('Since', [['2026', '2026']]),
        }),
        section('Inner', [ask({ day: date('Day'), agreed: checkbox('I agree') })]),
      ]),
    ]),
  ]);
  const linesOf = (answers: FormState['answers']) =>
    printLines(choices, { answers }).flatMap(({ lines }) => lines);
  const lineOf = (key: string, answers: FormState['answers']) =>
    linesOf(answers).find((line) => 'key' in line && line.key === key);

  it('mark the chosen option of a radio among the others [SV-04] [SV-06]', () => {
    expect(lineOf('way', { way: 'car' })).toMatchObject({
      column: true,
      options: [
        { label: 'Bus', chosen: false },
        { label: 'Car', chosen: true },
        { label: 'On foot', chosen: false },
      ],
    });
    expect(lineOf('sure', { sure: 'N' })).toMatchObject({
      column: false,
      options: [
        { label: 'Yes', chosen: false },
        { label: 'No', chosen: true },
      ],
    });
    expect(lineOf('agreed', { agreed: true })).toMatchObject({
      text: 'Yes',
      options: [{ label: 'I agree', chosen: true }],
    });
  });
  it('show an attached document by the label of its question [SV-08]', () => {
    expect(lineOf('paper', { paper: 'ANSWERED' })).toMatchObject({ text: 'Document attached for Paper' });
    expect(lineOf('paper', {})).toMatchObject({ text: 'Not answered' });
  });
  it('show a month and year by name, also one completed elsewhere [SV-07]', () => {
    expect(lineOf('since', { since_month: '5', since_year: '2026' })).toMatchObject({ text: 'May 2026' });
    expect(lineOf('since', { since_month: 'ANSWERED' })).toMatchObject({ text: 'Answered', answered: true });
  });
  it.each([
    ['a month without its year', { since_month: '5' }, 'Incomplete: May / -'],
    ['a year without its month', { since_year: '2026' }, 'Incomplete: - / 2026'],
    ['a month without its emptied year', { since_month: '5', since_year: '' }, 'Incomplete: May / -'],
  ])('show %s as incomplete, with what was typed', (_name, answers, text) => {
    expect(lineOf('since', answers)).toMatchObject({ text });
  });
  it.each([
    [{ day_typed: '8//2008' }, 'Incomplete: 08 / - / 2008'],
    [{ day_typed: '2/30/2008' }, 'Incomplete: 02 / 30 / 2008'],
    [{ day: '', day_typed: '//08' }, 'Incomplete: - / - / 08'],
    [{ day: '2027-03-09', day_typed: '8//2008' }, 'March 9, 2027'],
    [{ day_typed: '' }, 'Not answered'],
  ])('show the typed parts of a date while there is no complete one: %o', (answers, text) => {
    expect(lineOf('day', answers)).toMatchObject({ text });
  });
  it('keep the label of a choice that is no longer offered', () => {
    const line = lineOf('way', { way: 'boat', way_desc: 'By boat' });
    expect(line).toMatchObject({ text: 'By boat (no longer offered)' });
    expect(line && 'options' in line && line.options?.at(-1)).toEqual({
      label: 'By boat (no longer offered)',
      chosen: true,
    });
  });
  it('use the print label, and mark a section inside another', () => {
    expect(lineOf('school', { school: 'Calumet High' })).toMatchObject({ label: 'School Name' });
    expect(linesOf({}).filter(({ kind }) => kind === 'section')).toEqual([
      { kind: 'section', title: 'Outer' },
      { kind: 'section', title: 'Inner', inner: true },
    ]);
  });
});
