import { describe, expect, it } from 'vitest';
import {
  addAnother,
  answered,
  answerPatch,
  ask,
  askUnder,
  byAnswer,
  checkbox,
  dataModel,
  dependentSelect,
  equals,
  type FormState,
  firstOf,
  form,
  hiddenAnswersPatch,
  keysReadBy,
  notice,
  page,
  printLines,
  radio,
  section,
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
