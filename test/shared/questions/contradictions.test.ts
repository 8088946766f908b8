import { describe, expect, it } from 'vitest';
import { type Answers, printLines } from '../../../shared/form/index.ts';
import { otherScale } from '../../../shared/options/coded.ts';
import { findContradictions } from '../../../shared/questions/contradictions.ts';
import { application, complete, completeAnswers, partner } from '../../support/form.ts';

const today = '2026-11-20';
const notesOf = (changed: Answers, username?: string) =>
  findContradictions(
    application,
    {
      ...complete,
      answers: { ...completeAnswers, sat_taken_unsure: false, act_taken_unsure: false, ...changed },
    },
    { today, partner, username },
  );

describe('the notes about contradictions', () => {
  it('are empty for a complete application without contradictions', () => {
    expect(notesOf({}, 'ada@example.org')).toEqual({});
  });

  it.each<[name: string, changed: Answers, key: string, note: string]>([
    [
      'a mailing address of which only the country is known',
      {
        mailing_address_line_1: '',
        mailing_address_line_2: '',
        mailing_country: 'CAN',
        mailing_city: '',
        mailing_state: '',
        mailing_zip: '',
      },
      'mailing_address_line_1',
      'This address has no street or city.',
    ],
    [
      "a parent's address in the United States without a state and a ZIP code",
      { parent_country: 'USA', parent_state: '', parent_zip: '' },
      'parent_address_line_1',
      'This address has no state or ZIP code.',
    ],
    [
      'another scale that is not named',
      { gpa_scale: otherScale, gpa_scale_other: '' },
      'gpa_scale_other',
      'The GPA scale is missing.',
    ],
    [
      'a test taken next month',
      { sat_test_month: '12', sat_test_year: '2026' },
      'sat_test_month',
      'This month is in the future.',
    ],
    [
      'another test taken next month',
      { act_test_month: '12', act_test_year: '2026' },
      'act_test_month',
      'This month is in the future.',
    ],
    [
      'a test planned for last month',
      { sat_plan_month: '10', sat_plan_year: '2026' },
      'sat_plan_month',
      'This month is in the past.',
    ],
    [
      'a planned date beside "I do not know"',
      { act_taken_unsure: true },
      'act_taken_unsure',
      'There is also a planned month above.',
    ],
    [
      "the partner's state after another residence",
      { michigan_residence: 'N', residence_state: 'MI', residence_state_desc: 'Michigan' },
      'residence_state',
      'The answer to "Are you a Michigan resident?" is No.',
    ],
    [
      'a birth date of a child',
      { birth_date: '2019-11-21' },
      'birth_date',
      'Someone born on this date is 6 years old.',
    ],
    ['a birth date in the future', { birth_date: '2027-11-21' }, 'birth_date', 'This date is in the future.'],
    [
      'a graduation in childhood',
      { birth_date: '2009-03-14', grad_month: '5', grad_year: '2021' },
      'grad_month',
      'This is 12 years after the date of birth.',
    ],
    [
      'a graduation long ago',
      { birth_date: '1999-03-14', grad_month: '5', grad_year: '2020' },
      'grad_month',
      'This is 6 years ago.',
    ],
    [
      'a residence longer than life',
      { birth_date: '2009-03-14', residence_duration: '18' },
      'residence_duration',
      'This is longer than the time since birth.',
    ],
    [
      'an international number of one letter',
      { phone_international: 'x' },
      'phone_international',
      'This has too few digits for a phone number.',
    ],
  ])('say what does not fit about %s', (_name, changed, key, note) => {
    expect(notesOf(changed)[key]).toBe(note);
  });

  it("say that another person's email address is the applicant's own, in any case", () => {
    const note = "This is the email address of the applicant's account.";
    const changed = { parent_2_email_address: 'Ada@Example.org' };
    expect(notesOf(changed, 'ada@example.org')).toEqual({ parent_2_email_address: note });
    expect(notesOf(changed)).toEqual({});
  });

  it.each<[name: string, changed: Answers]>([
    ['a test taken this month', { sat_test_month: '11', sat_test_year: '2026' }],
    ['a test planned for this month', { sat_plan_month: '11', sat_plan_year: '2026' }],
    ['half of a planned date beside "I do not know"', { sat_taken_unsure: true, sat_plan_year: '' }],
    ['a month answered in another system', { grad_month: 'ANSWERED', grad_year: '' }],
    ['a tenth birthday today', { birth_date: '2016-11-20', residence_duration: '10' }],
    ['no date of birth', { birth_date: '', residence_duration: '50' }],
    ['a hidden answer', { test_optional: 'Y', sat_test_month: '12', sat_test_year: '2026' }],
  ])('say nothing about %s', (_name, changed) => {
    expect(Object.keys(notesOf(changed)).filter((key) => key !== 'grad_month')).toEqual([]);
  });

  it('print next to the answer that they are about', () => {
    const answers = {
      ...completeAnswers,
      sat_taken_unsure: false,
      act_taken_unsure: false,
      sat_test_month: '12',
      sat_test_year: '2026',
    };
    const state = { ...complete, answers };
    const lines = printLines(application, state, notesOf(answers)).flatMap((page) => page.lines);
    expect(
      lines.flatMap((line) => (line.kind === 'answer' && line.note ? [[line.key, line.note]] : [])),
    ).toEqual([['sat_test', 'This month is in the future.']]);
  });
});
