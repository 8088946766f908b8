import { describe, expect, it } from 'vitest';
import {
  addAnother,
  ask,
  askUnder,
  checkbox,
  countsThatShowAnswers,
  dataModel,
  date,
  dependentSelect,
  document,
  equals,
  type FormState,
  formatTypedParts,
  isCleanText,
  notice,
  optionsOf,
  pageOf,
  parseTypedParts,
  radio,
  storageError,
  text,
  when,
  withDocumentMarkers,
  withOptionLabels,
  withStoredOption,
} from '../../../shared/form/index.ts';
import { formWith } from '../../support/form.ts';

const states = { USA: [['MI', 'Michigan']], CAN: [['ON', 'Ontario']] } as const;
const state = dependentSelect('State', 'country', states);
const made = formWith(
  ask({ country: text('Country'), state, way: radio('Way'), day: date('Day'), sure: checkbox('Sure') }),
  ask({ paper: document('Paper') }),
  when(equals('way', 'Y'), [ask({ proof: document('Proof') }), notice('Stop', { blockingKey: 'stop' })]),
  addAnother('College', 'college', 4, (college) => [
    askUnder(college, { name: text('Name'), town: text('Town') }),
  ]),
);

describe('a stored value', () => {
  it.each([
    ['day', '2008-03-09', undefined],
    ['day', '', undefined],
    ['day', '2008-02-30', 'must be a day, written yyyy-mm-dd, or empty'],
    ['day', true, 'must be text'],
    ['day_typed', '2/30/2008', undefined],
    ['day_typed', '//08', undefined],
    ['day_typed', '', undefined],
    ['day_typed', 'soon', 'must be month/day/year or empty'],
    ['day_typed', '2/30/20081', 'must be month/day/year or empty'],
    ['sure', true, undefined],
    ['sure', false, undefined],
    ['sure', '', undefined],
    ['sure', 'true', 'must be true, false or empty'],
    ['paper', 'ANSWERED', undefined],
    ['paper', '', undefined],
    ['paper', 'my file', 'must be ANSWERED or empty'],
    ['country', '', undefined],
    ['country', 7, 'must be text'],
    ['way_desc', 'Yes', undefined],
    ['way_desc', 'x'.repeat(120), undefined],
    ['way_desc', 'x'.repeat(121), 'is longer than 120 characters'],
    ['way', 'x'.repeat(46), 'is longer than 45 characters'],
  ])('of %s may be %j or is refused: %s [EN-02] [EN-06] [EN-09]', (key, value, expected) => {
    const field = dataModel(made).get(key);
    expect(field && storageError(field, value)).toBe(expected);
  });

  it.each([
    ['lines and tabs', 'one\n\ttwo\n', true],
    ['a line end of another system', 'one\r\n', false],
    ['letters of every script', 'Ada 用户 👩‍💻', true],
    ['a control character', 'a\u0007b', false],
    ['half of a surrogate pair', 'a\ud800b', false],
  ])('may hold %s or not', (_what, value, expected) => expect(isCleanText(value)).toBe(expected));

  it('lies on the page that asks for it, also the key of a blocking notice', () => {
    expect(['way', 'way_desc', 'stop', 'nowhere'].map((key) => pageOf(made, key))).toEqual([
      ...['/p', '/p', '/p'],
      undefined,
    ]);
  });
});

describe('the options of a choice', () => {
  it('follow the answer that a select depends on', () => {
    expect(optionsOf(state, { country: 'CAN' })).toEqual([['ON', 'Ontario']]);
    expect(optionsOf(state, { country: 'FRA' })).toEqual([]);
    expect(optionsOf(state, {})).toEqual([]);
    expect(optionsOf(text('T'), { country: 'CAN' })).toEqual([]);
  });

  it('include a stored code that is no longer among them', () => {
    const yes = [['Y', 'Yes']] as const;
    expect(withStoredOption(yes, 'Y', '')).toEqual(yes);
    expect(withStoredOption(yes, '', '')).toEqual(yes);
    expect(withStoredOption(yes, true, '')).toEqual(yes);
    expect(withStoredOption(yes, 'M', 'Maybe')).toEqual([...yes, ['M', 'Maybe (no longer offered)']]);
    expect(withStoredOption(yes, 'M', '')).toEqual([...yes, ['M', 'M (no longer offered)']]);
  });
});

describe('labels of choices', () => {
  it.each([
    ['are those of the form, whatever was sent', { way: 'Y', way_desc: 'No' }, { way: 'Y', way_desc: 'Yes' }],
    ['are not sent without their code', { way_desc: 'Yes' }, {}],
    ['are empty without an answer', { way: '', way_desc: 'Yes' }, { way: '', way_desc: '' }],
    [
      'stay for a code that is no longer offered',
      { way: 'M', way_desc: 'Maybe' },
      { way: 'M', way_desc: 'Maybe' },
    ],
    ['are empty for an unknown code without one', { way: 'M' }, { way: 'M', way_desc: '' }],
    ['are found although the country was not sent', { state: 'ON' }, { state: 'ON', state_desc: 'Ontario' }],
    [
      'belong to the country that was sent',
      { country: 'CAN', state: 'MI' },
      { country: 'CAN', state: 'MI', state_desc: '' },
    ],
  ])('%s', (_what, answers, expected) => {
    expect(withOptionLabels(made, answers)).toEqual(expected);
  });
});

describe('documents', () => {
  const marked = (state: FormState, ...converted: readonly string[]) =>
    withDocumentMarkers(made, state, new Set(converted));

  it('count as answered when they are converted, whatever the page saved', () => {
    expect(marked({ answers: {} }, 'paper')).toEqual({ paper: 'ANSWERED' });
    expect(marked({ answers: { paper: 'ANSWERED' } })).toEqual({ paper: '' });
    expect(marked({ answers: { way: 'N' } })).toEqual({ way: 'N' });
  });

  it('do not count while their question is hidden', () => {
    expect(marked({ answers: { way: 'Y' } }, 'proof')).toEqual({ way: 'Y', proof: 'ANSWERED' });
    expect(marked({ answers: { way: 'N' } }, 'proof')).toEqual({ way: 'N' });
  });
});

describe('the typed parts of a date', () => {
  const parts = (month: string, day: string, year: string) => ({ month, day, year });

  it.each([
    [parts('2', '30', '2008'), '2/30/2008'],
    [parts('', '', '08'), '//08'],
    [parts('3', '9', '2008'), ''],
    [parts('', '', ''), ''],
  ])('%o are stored as %j while they are no date', (typed, stored) => {
    expect(formatTypedParts(typed)).toBe(stored);
    if (stored !== '') expect(parseTypedParts(stored)).toEqual(typed);
  });

  it('are empty when nothing was stored', () => {
    expect(parseTypedParts('')).toEqual(parts('', '', ''));
  });
});

describe('repeated blocks with answers', () => {
  it.each<[what: string, state: FormState, expected: Readonly<Record<string, number>>]>([
    ['show, with those before them', { answers: { college_3_town: 'Houghton' } }, { college: 3 }],
    [
      'leave a higher count as it is',
      { answers: { college_2_name: 'x' }, counts: { college: 4 } },
      { college: 4 },
    ],
    ['raise a lower count', { answers: { college_4_name: 'x' }, counts: { college: 2 } }, { college: 4 }],
    ['need no count for the first', { answers: { college_name: 'x' } }, {}],
    [
      'have no answer while they hold spaces',
      { answers: { college_3_name: ' ' }, counts: { college: 2 } },
      { college: 2 },
    ],
  ])('%s', (_what, state, expected) => {
    expect(countsThatShowAnswers(made, state)).toEqual(expected);
  });
});
