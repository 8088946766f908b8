import { describe, expect, it } from 'vitest';
import { checkAnswerKeys } from '../../../scripts/build/answer-keys.ts';
import { dataModel, pageOf, type Question, storedKeys, walk } from '../../../shared/form/index.ts';
import { answerKeys } from '../../../shared/questions/answer-keys.ts';
import { itemOfKey } from '../../../shared/rules/checklist-documents.ts';
import { application, partner } from '../../support/form.ts';

const model = dataModel(application);
const kindOf = new Map<string, Question['kind']>(
  walk(application).questions.flatMap(({ key, question }) =>
    storedKeys(key, question).map((stored) => [stored, question.kind] as const),
  ),
);

const under = (prefix: string, names: string) =>
  names
    .split(' ')
    .map((name) => `${prefix}_${name}`)
    .join(' ');
const person =
  'relationship prefix first_name last_name email_address phone phone_type msu_employee addr_same_as_stu_perm address_line_1 address_line_2 city state zip country';
const numbered = (prefix: string, count: number, names: string) =>
  Array.from({ length: count }, (_, index) =>
    under(index === 0 ? prefix : `${prefix}_${index + 1}`, names),
  ).join(' ');

const about = '/about';
const education = '/education';
const finalSteps = '/final-steps';

/** The keys of the form row by row, as docs/spec/requirements.md lists them (FO). */
const rows: readonly (readonly [row: string, page: string, keys: string])[] = [
  ['names [FO-01]', about, 'first_name middle_name last_name suffix preferred_name'],
  ['phones [FO-02]', about, 'phone_home phone_mobile phone_international'],
  ['text messages [FO-03]', about, 'optin_sms_ind'],
  ['the birth date [FO-04]', about, 'birth_date'],
  ['the sex [FO-05]', about, 'gender'],
  ['the address [FO-06]', about, 'address_line_1 address_line_2 city state zip country'],
  ['whether the mailing address is the same [FO-07]', about, 'mailing_addr_same_as_perm_addr'],
  [
    'the mailing address [FO-08]',
    about,
    under('mailing', 'address_line_1 address_line_2 city state zip country'),
  ],
  ['the effective date of the mailing address [FO-09]', about, 'mailing_addr_effective_date'],
  ['the citizenship type [FO-10]', about, 'citizenship_type'],
  ['the citizenship of residents [FO-11]', about, 'citizenship alien_registration_number'],
  ['the ethnicity [FO-13]', about, 'ethnicity'],
  [
    'the races, one key each [FO-14] [EN-07]',
    about,
    under('race', 'american_indian asian black native_hawaiian white'),
  ],
  ['military service [FO-15]', about, 'military_status military_dependent'],
  ['the preferred way of contact of the first parent [FO-16]', about, 'parent_communication_preference'],
  ['about both parents [FO-17] [FO-18] [FO-19] [FO-20]', about, numbered('parent', 2, person)],
  ['whether there are relatives [FO-21]', about, 'legacy_ind'],
  ['about four relatives [FO-22]', about, numbered('legacy', 4, 'relationship first_name last_name')],
  [
    'the residence [FO-23]',
    about,
    'michigan_residence michigan_residence_city residence_duration residence_state',
  ],
  ['the plans [FO-24]', education, 'entry_term applied_major mtech_influence'],
  ['the high school [FO-25]', education, under('hs', 'ceeb name address_line_1 city state zip country')],
  ['the graduation [FO-26]', education, 'grad_month grad_year'],
  ['the counselor [FO-27]', education, under('counselor', 'first_name last_name email_address')],
  ['college courses at school [FO-28]', education, 'hs_college_course'],
  [
    'about five colleges [FO-29]',
    education,
    numbered('college', 5, 'name ceeb address_line_1 city state zip country'),
  ],
  ['about ten senior courses [FO-30]', education, numbered('senior_course', 10, 'name semester')],
  ['the grades [FO-31]', education, 'hs_gpa gpa_scale gpa_scale_other'],
  ['whether test scores count [FO-32]', education, 'test_optional'],
  ['SAT scores [FO-33]', education, 'sat_taken sat_score_reading_writing sat_score_math'],
  [
    'SAT dates [FO-34]',
    education,
    'retake_sat sat_test_month sat_test_year sat_plan_month sat_plan_year sat_taken_unsure',
  ],
  [
    'ACT scores [FO-35]',
    education,
    `act_taken ${under('act_score', 'english reading science math composite')}`,
  ],
  [
    'ACT dates [FO-36]',
    education,
    'retake_act act_test_month act_test_year act_plan_month act_plan_year act_taken_unsure',
  ],
  ['four activities [FO-37]', education, numbered('activity', 4, 'name category position award')],
  ['four honors [FO-38]', education, numbered('honors', 4, 'name')],
  ['the felony question [FO-39]', finalSteps, 'felony felony_comment'],
  ['the conviction question [FO-40]', finalSteps, 'conviction conviction_comment'],
  ['for both agreements [FO-41]', finalSteps, 'legal_agree grant_counselor_agree'],
  [
    'numbers of parents and the counselor in other countries',
    about,
    'parent_phone_international parent_2_phone_international',
  ],
  ['the number of a counselor in another country', education, 'counselor_phone_international'],
  ['for academic documents', education, 'transcript_document activities_document'],
  ['for legal documents', finalSteps, 'felony_document conviction_document'],
];

describe('the form', () => {
  it.each(rows)('asks %s', (_row, page, keys) => {
    for (const key of keys.split(' ')) {
      expect([key, model.get(key)?.page]).toEqual([key, page]);
      expect(kindOf.get(key), key).toBeDefined();
    }
  });

  it('asks each key on one page [FO-44] [DV-02]', () => {
    const asked = walk(application).questions.flatMap(({ keys, page }) =>
      keys.map((key) => `${key} ${page}`),
    );
    expect(new Set(asked).size).toBe(model.size);
  });

  it('asks the keys of the snapshot that partners review', () => {
    expect(checkAnswerKeys).not.toThrow();
    const taken = [...answerKeys(partner)].filter((key) => key !== 'ntl_apply_alert').sort();
    expect(taken).toEqual([...kindOf.keys()].sort());
  });

  it('shows the blocking notice for international applicants on the page that asks, under a key without input [FO-12]', () => {
    expect(pageOf(application, 'ntl_apply_alert')).toBe('/about');
    expect(model.has('ntl_apply_alert')).toBe(false);
  });

  it('asks only the first parent for the preferred way of contact [FO-16]', () => {
    expect(model.has('parent_2_communication_preference')).toBe(false);
  });

  it.each([
    ['a checkbox', 'boolean', ['checkbox', 'checkboxes']],
    ['a document', 'marker', ['document']],
    ['a date', 'date', ['date']],
  ] as const)('stores %s as a %s and everything else as text [EN-01] [EN-06]', (_name, type, kinds) => {
    for (const [key, kind] of kindOf)
      expect([key, model.get(key)?.type === type]).toEqual([key, kinds.some((each) => each === kind)]);
  });

  it('stores a label next to every choice and next to no other answer [EN-04] [EN-05]', () => {
    for (const [key, kind] of kindOf)
      expect([key, model.has(`${key}_desc`)]).toEqual([
        key,
        ['select', 'radio', 'dependentSelect'].includes(kind),
      ]);
  });

  it.each([
    ['names', 'first_name', 45],
    ['streets', 'address_line_1', 90],
    ['schools', 'hs_name', 90],
    ['e-mail addresses', 'parent_2_email_address', 90],
    ['explanations', 'felony_comment', 7000],
  ])('accepts the maximum length of %s [VL-58] [IN-07]', (_name, key, maximum) => {
    expect(model.get(key)?.maxLength).toBe(maximum);
  });
});

it('no question has a key of a document for the checklist', () => {
  expect([...kindOf.keys()].filter((key) => itemOfKey(key) !== undefined)).toEqual([]);
});
