import type { Partner } from '../partners/partner.ts';

/** `prefix_`, `prefix_2_`, ... before each name. */
const repeated = (prefix: string, count: number, names: readonly string[]): readonly string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? prefix : `${prefix}_${index + 1}`)).flatMap(
    (each) => names.map((name) => `${each}_${name}`),
  );

const under = (prefix: string, names: string): readonly string[] => repeated(prefix, 1, names.split(' '));

const about = [
  ...'first_name middle_name last_name suffix preferred_name phone_home phone_mobile optin_sms_ind'.split(
    ' ',
  ),
  ...'phone_international birth_date gender'.split(' '),
  ...'address_line_1 address_line_2 city state zip country'.split(' '),
  ...under('mailing', 'addr_same_as_perm_addr address_line_1 address_line_2 city state zip country'),
  'mailing_addr_effective_date',
  ...'citizenship_type citizenship alien_registration_number ntl_apply_alert ethnicity'.split(' '),
  ...under('race', 'american_indian asian black native_hawaiian white'),
  ...'military_status military_dependent parent_communication_preference legacy_ind'.split(' '),
  ...'michigan_residence michigan_residence_city residence_duration residence_state'.split(' '),
];

const parent =
  'relationship prefix first_name last_name email_address phone phone_type msu_employee addr_same_as_stu_perm address_line_1 address_line_2 city state zip country';

const education = [
  ...'entry_term applied_major mtech_influence'.split(' '),
  ...under('hs', 'ceeb name address_line_1 city state zip country gpa college_course'),
  ...'grad_month grad_year gpa_scale gpa_scale_other test_optional'.split(' '),
  ...under('counselor', 'first_name last_name email_address'),
  ...under('sat', 'taken score_reading_writing score_math test_month test_year plan_month plan_year'),
  ...under('act', 'taken score_english score_reading score_science score_math score_composite'),
  ...under('act', 'test_month test_year plan_month plan_year taken_unsure'),
  ...'sat_taken_unsure retake_sat retake_act'.split(' '),
];

const finalSteps =
  'felony felony_comment conviction conviction_comment legal_agree grant_counselor_agree'.split(' ');

/** Decision D-78. */
const documents = 'activities_document transcript_document felony_document conviction_document'.split(' ');

/**
 * The keys that a partner's own systems take: form specification, point 3, with the partner's limits on what repeats
 * (point 9). Written apart from the form, so that a form that asks something else is noticed.
 */
export const answerKeys = ({ limits }: Partner): ReadonlySet<string> =>
  new Set([
    ...about,
    ...repeated('parent', limits.parents, parent.split(' ')),
    ...repeated('legacy', limits.legacy, ['relationship', 'first_name', 'last_name']),
    ...education,
    ...repeated('college', limits.colleges, 'name ceeb address_line_1 city state zip country'.split(' ')),
    ...repeated('senior_course', limits.seniorCourses, ['name', 'semester']),
    ...repeated('activity', limits.activities, ['name', 'category', 'position', 'award']),
    ...repeated('honors', limits.honors, ['name']),
    ...finalSteps,
    ...documents,
  ]);
