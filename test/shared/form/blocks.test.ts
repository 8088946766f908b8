import { describe, expect, it } from 'vitest';
import {
  addAnother,
  answered,
  answerPatch,
  ask,
  askUnder,
  byAnswer,
  checkbox,
  checkboxes,
  dataModel,
  date,
  dependentSelect,
  document,
  equals,
  type FormState,
  firstOf,
  form,
  hiddenAnswersPatch,
  keysReadBy,
  monthYear,
  notice,
  page,
  printedSections,
  printLines,
  radio,
  section,
  storageError,
  tabs,
  text,
  trigger,
  validate,
  walk,
  when,
} from '../../../shared/form/index.ts';
import { formWith } from '../../support/form.ts';

const required = (label: string) => text(label, { required: label });
const shownKeys = (made: Parameters<typeof validate>[0], state: FormState) =>
  Object.keys(validate(made, state, { today: '2026-11-20' }));

describe('a group of conditions', () => {
  const made = formWith(
    ask({ a: radio('A'), b: radio('B') }),
    firstOf([
      { condition: equals('a', 'Y'), blocks: [ask({ one: required('One') })] },
      { condition: equals('b', 'Y'), blocks: [ask({ two: required('Two') })] },
    ]),
  );

  it('shows the first group whose condition is met [CC-03]', () => {
    expect(shownKeys(made, { answers: { a: 'Y', b: 'Y' } })).toEqual(['one']);
    expect(shownKeys(made, { answers: { b: 'Y' } })).toEqual(['two']);
  });
  it('keeps the answers of that group and clears the others [CC-04] [CC-05]', () => {
    expect(hiddenAnswersPatch(made, { answers: { a: 'Y', b: 'Y', one: 'kept', two: 'gone' } })).toEqual({
      two: '',
    });
  });
});

describe('a radio-driven block', () => {
  const made = formWith(
    ask({
      way: radio('Way', [
        ['bus', 'Bus'],
        ['car', 'Car'],
        ['foot', 'On foot'],
      ]),
    }),
    byAnswer(
      'way',
      { bus: [ask({ line: required('Line') })], car: [ask({ plate: required('Plate') })] },
      { before: [ask({ why: required('Why') })], optional: [ask({ hint: required('Hint') })] },
    ),
  );

  it('shows the block of the chosen option [CC-09]', () => {
    expect(shownKeys(made, { answers: { way: 'car' } })).toEqual(['plate']);
  });
  it('shows the content before an answer when no option has its own block [CC-10]', () => {
    expect(shownKeys(made, { answers: { way: 'foot' } })).toEqual(['why']);
  });
  it('shows the optional content until an option is chosen [CC-11]', () => {
    expect(shownKeys(made, { answers: {} })).toEqual(['why', 'hint']);
  });
});

describe('a trigger', () => {
  const made = formWith(
    trigger('checkbox', 'sure', checkbox('Sure?'), {
      before: [ask({ doubt: required('Doubt') })],
      after: [ask({ proof: required('Proof') })],
      optional: [ask({ extra: required('Extra') })],
    }),
  );

  it('with a button switches between the content before and after it [CC-06]', () => {
    const turned = formWith(
      trigger('button', 'open', checkbox('Open'), {
        before: [ask({ short: required('Short') })],
        after: [ask({ long: required('Long') })],
      }),
    );
    expect(['', true, false].map((open) => shownKeys(turned, { answers: { open } }))).toEqual([
      ['short'],
      ['long'],
      ['short'],
    ]);
  });
  it('shows the content before and the optional content until it is confirmed [CC-08]', () => {
    expect(shownKeys(made, { answers: { sure: false } })).toEqual(['doubt', 'extra']);
  });
  it('shows the content after it once it is confirmed [CC-07]', () => {
    expect(shownKeys(made, { answers: { sure: true } })).toEqual(['proof']);
  });
});

describe('a tab group', () => {
  const made = formWith(
    tabs('way', 'How?', [
      { id: 'list', label: 'List', blocks: [ask({ item: required('Item') })] },
      { id: 'upload', label: 'Upload', blocks: [ask({ file: required('File') })] },
    ]),
  );

  it('shows the default tab when none was selected [EN-16]', () => {
    expect(shownKeys(made, { answers: {} })).toEqual(['item']);
  });
  it('shows the default tab, and clears none of its answers, when the stored tab no longer exists [EN-16]', () => {
    const gone = { answers: { item: 'x' }, tabs: { way: 'nonsense' } };
    expect(hiddenAnswersPatch(made, gone)).toEqual({});
    expect(shownKeys(made, { ...gone, answers: {} })).toEqual(['item']);
  });
  it('clears the answers of the tabs that are not selected [TB-04]', () => {
    expect(hiddenAnswersPatch(made, { answers: { item: 'x', file: 'y' }, tabs: { way: 'upload' } })).toEqual({
      item: '',
    });
  });
});

describe('repeated blocks', () => {
  const made = form([
    page('/p', 'P', [
      section('S', [
        addAnother('College', 'college', 5, (college) => [askUnder(college, { name: required('Name') })]),
      ]),
    ]),
  ]);

  it('show one block at first [EN-15]', () => {
    expect(shownKeys(made, { answers: {} })).toEqual(['college_name']);
  });
  it('show as many blocks as were added', () => {
    expect(shownKeys(made, { answers: {}, counts: { college: 3 } })).toEqual([
      'college_name',
      'college_2_name',
      'college_3_name',
    ]);
  });
  it('clear the answers of a removed block', () => {
    expect(hiddenAnswersPatch(made, { answers: { college_2_name: 'x' }, counts: { college: 1 } })).toEqual({
      college_2_name: '',
    });
  });
  it('number their keys from the second block on [EN-03]', () => {
    expect([...dataModel(made).keys()]).toEqual([
      'college_name',
      ...['college_2_name', 'college_3_name', 'college_4_name', 'college_5_name'],
    ]);
  });
});

describe('a select that depends on another answer', () => {
  const states = { USA: [['MI', 'Michigan']], CAN: [['ON', 'Ontario']], FRA: [] } as const;
  const asking = (settings: Parameters<typeof dependentSelect>[3]) =>
    formWith(
      ask({
        sure: checkbox('Sure'),
        country: text('Country'),
        state: dependentSelect('State', 'country', states, { required: 'State', ...settings }),
      }),
    );

  it.each([
    ['a list for the answer', {}, { country: 'USA' }, true],
    ['an empty list', {}, { country: 'FRA' }, false],
    ['no list', {}, { country: 'DEU' }, false],
    ['no answer yet', {}, {}, false],
    ['a condition that is met', { condition: answered('sure') }, { country: 'USA', sure: true }, true],
    ['a condition that is not met', { condition: answered('sure') }, { country: 'USA' }, false],
    ['no list where only the condition counts [CC-15]', { displayOnly: true }, { country: 'DEU' }, true],
    [
      'an unmet condition where only the condition counts [CC-15]',
      { displayOnly: true, condition: answered('sure') },
      { country: 'USA' },
      false,
    ],
  ])('with %s shows: %#', (_name, settings, answers, shows) => {
    const made = asking(settings);
    expect(shownKeys(made, { answers })).toEqual(shows ? ['state'] : []);
    const lines = printLines(made, { answers }).flatMap((each) => each.lines);
    expect(lines.some((line) => 'key' in line && line.key === 'state')).toBe(shows);
  });

  it('clears its answer and label when the other answer changes [CC-12] [CC-13] [CC-14]', () => {
    const made = asking({});
    const answers = { country: 'USA', state: 'MI', state_desc: 'Michigan' };
    expect(answerPatch(made, 'country', 'CAN', answers)).toEqual({
      country: 'CAN',
      state: '',
      state_desc: '',
    });
    expect(hiddenAnswersPatch(made, { answers: { ...answers, country: 'FRA' } })).toEqual({
      state: '',
      state_desc: '',
    });
    expect(answerPatch(made, 'state', 'ON', { country: 'CAN' })).toEqual({
      state: 'ON',
      state_desc: 'Ontario',
    });
  });
});

describe('a notice', () => {
  const noted = (settings?: Parameters<typeof notice>[1]) => formWith(notice('Read this.', settings));

  it('blocks the submission only under a key', () => {
    expect(shownKeys(noted(), { answers: {} })).toEqual([]);
    expect(shownKeys(noted({ blockingKey: 'stop' }), { answers: {} })).toEqual(['stop']);
  });
});

describe('a part of a form', () => {
  it('depends on the answers that its rules read', () => {
    const made = formWith(
      ask({ a: radio('A') }),
      tabs('way', 'How?', [
        { id: 'list', label: 'List', blocks: [when(equals('a', 'Y'), [ask({ item: text('Item') })])] },
      ]),
    );
    const rules = walk(made).questions.find(({ key }) => key === 'item')?.rules ?? [];
    expect(keysReadBy(rules)).toEqual(['a']);
  });
});

describe('a question in two branches', () => {
  const twice = [ask({ why: text('Why') })];
  const made = formWith(ask({ a: radio('A') }), when(equals('a', 'Y'), twice), when(equals('a', 'N'), twice));

  it('keeps its answer while one of them shows', () => {
    expect(hiddenAnswersPatch(made, { answers: { a: 'Y', why: 'Because' } })).toEqual({});
    expect(hiddenAnswersPatch(made, { answers: { a: 'N', why: 'Because' } })).toEqual({});
    expect(hiddenAnswersPatch(made, { answers: { a: '', why: 'Because' } })).toEqual({ why: '' });
  });
});

describe('a chain of choices', () => {
  const made = formWith(
    ask({ a: radio('A') }),
    when(equals('a', 'Y'), [ask({ b: radio('B') })]),
    when(equals('b', 'Y'), [ask({ c: text('C') })]),
  );
  it('is cleared to its end when its first answer changes [CC-01] [CC-02]', () => {
    const answers = { a: 'N', b: 'Y', b_desc: 'Yes', c: 'deep' };
    expect(hiddenAnswersPatch(made, { answers })).toEqual({ b: '', b_desc: '', c: '' });
  });
});

describe('the data model', () => {
  const made = formWith(
    ask({ t: text('T', { maxLength: 3 }), d: document('D'), b: checkbox('B'), r: radio('R') }),
  );
  it.each([
    ['t', '', undefined],
    ['t', 'abc', undefined],
    ['t', 'abcd', 'is longer than 3 characters'],
    ['t', 7, 'must be text'],
    ['b', true, undefined],
    ['b', '', undefined],
    ['b', 'yes', 'must be true, false or empty'],
    ['d', 'ANSWERED', undefined],
    ['d', '', undefined],
    ['d', 'my file', 'must be ANSWERED or empty'],
    ['r_desc', 'Yes', undefined],
  ])('accepts or rejects under %s the value %j [EN-02] [EN-06] [EN-09]', (key, value, expected) => {
    const field = dataModel(made).get(key);
    expect(field && storageError(field, value)).toBe(expected);
  });
});

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

  it('show notices, and the question of a trigger before what it opens', () => {
    const opened = formWith(
      notice('Read this.'),
      trigger('checkbox', 'sure', checkbox('Sure?'), {
        before: [],
        after: [ask({ proof: text('Proof') })],
      }),
      byAnswer('proof', { yes: [ask({ more: text('More') })] }),
    );
    const textsOf = (answers: FormState['answers']) =>
      printLines(opened, { answers }).flatMap(({ lines }) =>
        lines.map((line) => ('label' in line ? line.label : line.kind === 'notice' ? line.text : line.title)),
      );
    expect(textsOf({})).toEqual(['S', 'Read this.', 'Sure?']);
    expect(textsOf({ sure: true })).toEqual(['S', 'Read this.', 'Sure?', 'Proof']);
    expect(textsOf({ sure: true, proof: 'yes' })).toEqual(['S', 'Read this.', 'Sure?', 'Proof', 'More']);
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
  it('show a date as month, day and year', () => {
    expect(lineOf('day', { day: '2027-03-09' })).toMatchObject({ text: 'March 9, 2027' });
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
