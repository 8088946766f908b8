import { describe, expect, it } from 'vitest';
import {
  ask,
  autocomplete,
  checkbox,
  checkboxes,
  dataModel,
  date,
  email,
  equals,
  isEmpty,
  isRequired,
  monthYear,
  phone,
  type Question,
  radio,
  select,
  ssn,
  text,
  textarea,
  unexpectedFormats,
  validate,
  validateQuestion,
  when,
} from '../../../shared/form/index.ts';
import { formWith } from '../../support/form.ts';

const today = '2026-11-20';
const asking = (question: Question) => formWith(ask({ q: question }));
const errorsOf = (question: Question, answers: Record<string, string | boolean>) =>
  validate(asking(question), { answers }, { today });

describe('a question', () => {
  it('takes at most 45 characters by default [VL-58]', () => {
    expect(dataModel(asking(text('Q'))).get('q')?.maxLength).toBe(45);
    expect(errorsOf(text('Q'), { q: 'x'.repeat(45) })).toEqual({});
    expect(errorsOf(text('Q'), { q: 'x'.repeat(46) })).toEqual({ q: ['Please use at most 45 characters.'] });
  });

  it("for a long answer takes 1500 characters in 6 rows, or the partner's limit [IN-06] [IN-08]", () => {
    expect(textarea('Q')).toMatchObject({ maxLength: 1500, rows: 6 });
    expect(textarea('Q', { limit: 7000 })).toMatchObject({ maxLength: 7000, rows: 6 });
  });

  it.each<[name: string, question: Question, good: readonly string[], bad: readonly string[]]>([
    [
      'an email address',
      email('Q', 'No.'),
      [
        'a@b.co',
        'a.b+c_d-e@x.example.org',
        "o'brien@school.example",
        'john&mary@home.example',
        'josé@school.example',
        'anna@münchen.example',
        '用户@例子.example',
        'a@xn--mnchen-3ya.example',
      ],
      [
        'a@b',
        'a b@c.de',
        'a,b@c.de',
        'a(b)@c.de',
        '@c.de',
        'x@',
        'x@c.',
        'a@b..c',
        'a@-.-',
        'a@-b.de',
        'a@b@c.de',
      ],
    ],
    [
      'a phone number',
      phone('Q', 'No.'),
      ['(906) 487-1885', '(200) 200-0000'],
      ['(111) 555-1234', '(906) 155-1234', '906-487-1885', '(906) 487-188', '9064871885'],
    ],
    [
      'a social security number',
      ssn('Q', 'No.'),
      ['123-45-6789'],
      ['123456789', '123-45-678', '12-345-6789', 'abc-de-fghi'],
    ],
  ])('for %s accepts valid answers only', (_name, question, good, bad) => {
    for (const q of good) expect([q, errorsOf(question, { q })]).toEqual([q, {}]);
    for (const q of bad) expect([q, errorsOf(question, { q })]).toEqual([q, { q: ['No.'] }]);
  });

  it('is of kind text, textarea, date, phone or social security number [EN-26]', () => {
    const typed = [
      text('Q'),
      textarea('Q'),
      date('Q'),
      ssn('Q', 'No.'),
      phone('Q', 'No.'),
      email('Q', 'No.'),
    ];
    expect(typed.map(({ kind }) => kind)).toEqual(['text', 'textarea', 'date', 'ssn', 'phone', 'email']);
  });

  it.each<[kind: string, question: Question, empty: Record<string, string | boolean>, key: string]>([
    ['text', text('Q', { required: 'Q?' }), { q: '  ' }, 'q'],
    ['select', select('Q', [['a', 'A']], { required: 'Q?' }), { q: '' }, 'q'],
    ['radio', radio('Q', undefined, { required: 'Q?' }), {}, 'q'],
    ['date', date('Q', { required: 'Q?' }), { q: '' }, 'q'],
    ['checkbox', checkbox('Q', { required: 'Q?' }), { q: false }, 'q'],
    ['checkboxes', checkboxes('Q', { one: 'One' }, { required: 'Q?' }), { q_one: false }, 'q_one'],
    ['monthYear', monthYear('Q', [], { required: 'Q?' }), { q_month: '5' }, 'q_month'],
    ['autocomplete', autocomplete('Q', 'hs_ceeb', {}, { required: 'Q?' }), {}, 'q'],
  ])('that is required has an error while it has no answer: %s', (_kind, question, empty, key) => {
    expect(errorsOf(question, empty)).toEqual({ [key]: ['Q?'] });
    expect(isRequired(question, empty)).toBe(true);
  });

  it('for a month and year has one error for both parts [VL-63]', () => {
    const pair = monthYear('Q', [['2027', '2027']]);
    const gone = { q_month: ['This choice is no longer offered. Please choose again.'] };
    expect(errorsOf(pair, { q_month: '13', q_year: '2027' })).toEqual(gone);
    expect(errorsOf(pair, { q_month: '5', q_year: 'soon' })).toEqual(gone);
    expect(errorsOf(pair, { q_month: '0', q_year: 'never' })).toEqual(gone);
    expect(errorsOf(pair, { q_month: '5', q_year: '2019' })).toEqual({});
    expect(errorsOf(pair, { q_month: 'ANSWERED', q_year: '' })).toEqual({});
  });

  it('with checkboxes is answered by any of them', () => {
    const boxes = checkboxes('Q', { one: 'One', two: 'Two' }, { required: 'Q?' });
    expect(errorsOf(boxes, { q_two: true })).toEqual({});
    expect(errorsOf(boxes, { q: true })).toEqual({ q_one: ['Q?'] });
  });

  it('with a hint on its format is named while its answer does not fit', () => {
    const unexpected = (question: Question, q: string) =>
      unexpectedFormats(asking(question), { answers: { q } }, { today });
    expect(unexpected(email('Q', 'No.', { formatHint: 'Like this.' }), '12')).toEqual({ q: 'Like this.' });
    expect(unexpected(phone('Q', 'No.'), '(906) 487-1885')).toEqual({});
    expect(unexpected(phone('Q', 'No.', { required: 'Q?' }), ' ')).toEqual({});
    expect(unexpected(ssn('Q', 'No.'), '12')).toEqual({});
    expect(email('Q', 'No.').formatHint).toBe(
      'Please check this address. It should look like name@example.org.',
    );
  });

  it.each([
    ['(906) 487', 'This number needs 10 digits.'],
    ['(123) 456-7890', "The area code can't start with 0 or 1. Please check this number."],
    ['(201) 155-0123', "The number after the area code can't start with 0 or 1. Please check this number."],
  ])('with the phone number %s hints at what is wrong', (q, hint) => {
    const found = unexpectedFormats(asking(phone('Q', 'No.')), { answers: { q } }, { today });
    expect(found).toEqual({ q: hint });
  });

  it('that is hidden is neither validated nor named for its format', () => {
    const made = formWith(ask({ a: radio('A') }), when(equals('a', 'Y'), [ask({ q: phone('Q', 'No.') })]));
    const state = (a: string) => ({ answers: { a, q: '12' } });
    expect(validateQuestion(made, state('Y'), { today }, 'q')).toEqual(['No.']);
    expect(validateQuestion(made, state('Y'), { today }, 'a')).toEqual([]);
    expect(validateQuestion(made, state('N'), { today }, 'q')).toEqual([]);
    expect(unexpectedFormats(made, state('N'), { today })).toEqual({});
  });

  it.each([
    ['nothing', undefined, true],
    ['the empty string', '', true],
    ['spaces', ' \t', true],
    ['an unchecked checkbox', false, true],
    ['a checked checkbox', true, false],
    ['text', '0', false],
  ])('treats %s as empty or not [EN-02]', (_name, value, expected) => {
    expect(isEmpty(value)).toBe(expected);
  });
});
