import { describe, expect, it } from 'vitest';
import { type Answers, hiddenAnswersPatch } from '../../../shared/form/index.ts';
import { shownIn } from '../../support/applications.ts';
import { application, complete, completeAnswers } from '../../support/form.ts';

const isShown = (key: string, changed: Answers) =>
  shownIn(application, { ...complete, answers: { ...completeAnswers, ...changed } }).some(
    (placed) => placed.key === key,
  );
const clearedBy = (changed: Answers, tabs = {}) =>
  Object.keys(
    hiddenAnswersPatch(application, { ...complete, tabs, answers: { ...completeAnswers, ...changed } }),
  ).filter((key) => !key.endsWith('_desc'));

/** Every choice that hides answers, and the keys that it clears. */
const choices: readonly (readonly [name: string, hiding: Answers, keys: string])[] = [
  [
    'the mailing address',
    { mailing_addr_same_as_perm_addr: true },
    'mailing_country mailing_address_line_1 mailing_address_line_2 mailing_city mailing_state mailing_zip mailing_addr_effective_date',
  ],
  ['what residents are asked', { citizenship_type: '1' }, 'citizenship alien_registration_number'],
  [
    'the address of the first parent',
    { parent_addr_same_as_stu_perm: true },
    'parent_country parent_address_line_1 parent_address_line_2 parent_city parent_state parent_zip',
  ],
  [
    'the address of the second parent',
    { parent_2_addr_same_as_stu_perm: true },
    'parent_2_country parent_2_address_line_1 parent_2_address_line_2 parent_2_city parent_2_state parent_2_zip',
  ],
  [
    'the relatives',
    { legacy_ind: 'N' },
    ['legacy', 'legacy_2', 'legacy_3', 'legacy_4']
      .map((each) => `${each}_first_name ${each}_last_name ${each}_relationship`)
      .join(' '),
  ],
  ['the residence', { michigan_residence: 'N' }, 'michigan_residence_city residence_duration'],
  ['the other scale', { gpa_scale: '4' }, 'gpa_scale_other'],
  [
    'the SAT scores',
    { sat_taken: 'N' },
    'sat_score_reading_writing sat_score_math sat_test_month sat_test_year',
  ],
  ['the planned SAT', { retake_sat: 'N' }, 'sat_taken_unsure sat_plan_month sat_plan_year'],
  ['the month of the planned SAT', { sat_taken_unsure: true }, 'sat_plan_month sat_plan_year'],
  [
    'the ACT scores',
    { act_taken: 'N' },
    'act_score_english act_score_reading act_score_science act_score_math act_score_composite act_test_month act_test_year',
  ],
  ['the planned ACT', { retake_act: 'N' }, 'act_taken_unsure act_plan_month act_plan_year'],
  ['the month of the planned ACT', { act_taken_unsure: true }, 'act_plan_month act_plan_year'],
  ['the felony', { felony: 'N' }, 'felony_comment'],
  ['the conviction', { conviction: 'N' }, 'conviction_comment'],
];

describe('a choice', () => {
  it.each(choices)('that hides %s clears them [CC-01] [CC-02] [CC-21]', (_name, hiding, keys) => {
    expect(clearedBy(hiding)).toEqual(keys.split(' '));
    const [first = ''] = keys.split(' ');
    const question = first.replace(/_month$/, '');
    expect([isShown(question, {}), isShown(question, hiding)]).toEqual([true, false]);
  });

  it('against test scores hides and clears both tests [CC-21]', () => {
    const gone = clearedBy({ test_optional: 'Y' });
    expect(gone.every((key) => /^(sat|act|retake)_/.test(key))).toBe(true);
    expect(gone).toHaveLength(
      Object.keys(completeAnswers).filter((key) => /^(sat|act|retake)_(?!.*_desc$)/.test(key)).length,
    );
    expect(isShown('act_taken', { test_optional: 'Y' })).toBe(false);
  });

  it('of a residence elsewhere asks for the state, and only then', () => {
    expect([isShown('residence_state', { michigan_residence: 'N' }), isShown('residence_state', {})]).toEqual(
      [true, false],
    );
  });
});

describe('the tabs of activities', () => {
  it('select the list first [EN-16]', () => {
    expect([isShown('activity_name', {}), isShown('activities_document', {})]).toEqual([true, false]);
  });
  it('clear the list when the document is selected, and the document when the list is [TB-04]', () => {
    const gone = clearedBy({}, { activities_tab: 'upload' });
    expect(gone).toHaveLength(16);
    expect(gone.every((key) => key.startsWith('activity_'))).toBe(true);
    expect(clearedBy({ activities_document: 'ANSWERED' }, { activities_tab: 'list' })).toEqual([
      'activities_document',
    ]);
  });
});

describe('repeated blocks', () => {
  it.each([
    ['parent', 2, 'last_name'],
    ['legacy', 4, 'last_name'],
    ['college', 5, 'name'],
    ['senior_course', 10, 'name'],
    ['activity', 4, 'name'],
    ['honors', 4, 'name'],
  ])(
    'of %s show one at first and %i at most [AA-06] [AA-07] [AA-08] [AA-09] [AA-10] [AA-11]',
    (id, most, name) => {
      const shownWith = (count: number | undefined) =>
        shownIn(application, {
          answers: completeAnswers,
          counts: count === undefined ? {} : { [id]: count },
        }).filter(({ key }) => new RegExp(`^${id}(_\\d+)?_${name}$`).test(key)).length;
      expect([shownWith(undefined), shownWith(2), shownWith(most), shownWith(10)]).toEqual([
        1,
        2,
        most,
        most,
      ]);
    },
  );
  it('are cleared when they are removed', () => {
    const gone = Object.keys(
      hiddenAnswersPatch(application, { ...complete, counts: { ...complete.counts, honors: 2 } }),
    );
    expect(gone).toEqual(['honors_3_name', 'honors_4_name']);
  });
});
