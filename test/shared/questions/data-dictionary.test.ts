import { beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  checkboxes,
  type DictionaryEntry,
  dataDictionary,
  dataModel,
  equals,
  firstOf,
  radio,
  text,
} from '../../../shared/form/index.ts';
import { application, formWith } from '../../support/form.ts';
import { runCommand } from '../../support/run-here.ts';

const entries = dataDictionary(application);
const entry = (key: string) => entries.find((each) => each.key === key);

describe('the data dictionary', () => {
  const run = async (...args: string[]) => (await runCommand('staff', 'dictionary', ...args)).out;
  let table = '';
  beforeAll(async () => {
    table = await run();
  });

  it('lists every key that can be stored, once, and the one that carries a notice only', () => {
    expect(entries.map(({ key }) => key).sort()).toEqual(
      [...dataModel(application).keys(), 'ntl_apply_alert'].sort(),
    );
  });

  it.each<DictionaryEntry>([
    {
      key: 'first_name',
      page: '/about',
      section: 'Personal information',
      label: 'First Name',
      kind: 'text',
      limit: 45,
      required: 'First Name',
      conditions: [],
    },
    {
      key: 'race_asian',
      page: '/about',
      section: 'Ethnicity and race',
      label: 'How do you identify? Choose one or more. Asian',
      kind: 'checkboxes',
      conditions: [],
    },
    {
      key: 'grad_year',
      page: '/education',
      section: 'High school',
      label: 'Graduation Date (year)',
      kind: 'monthYear',
      conditions: [],
    },
    {
      key: 'college_3_name',
      page: '/education',
      section: 'Colleges / College 3',
      label: 'College Name',
      kind: 'autocomplete',
      limit: 90,
      conditions: ['count of college is at least 3'],
    },
    {
      key: 'activities_document',
      page: '/education',
      section: 'Activities',
      label: 'Résumé of activities',
      kind: 'document',
      conditions: ['tab activities_tab is upload'],
    },
    {
      key: 'felony_comment',
      page: '/final-steps',
      section: 'Legal questions',
      label: 'Detailed explanation of the felony',
      kind: 'textarea',
      limit: 7000,
      required: 'Please provide a detailed explanation of the felony.',
      conditions: ['felony is "Y"'],
    },
    {
      key: 'ntl_apply_alert',
      page: '/about',
      section: 'Citizenship',
      label: 'Please apply with the International Undergraduate Application.',
      kind: 'notice',
      conditions: ['citizenship_type is "3"'],
    },
  ])('describes $key', (expected) => {
    expect(entry(expected.key)).toStrictEqual(expected);
  });

  it.each([
    ['zip', 'ZIP/Postal Code must be at least 5 characters. (when country is "USA")'],
    [
      'phone_mobile',
      'A cell phone number is required to receive text message updates. (when optin_sms_ind is true); Please enter either a home phone or cell phone number. (when phone_home is not answered and phone_international is not answered)',
    ],
    ['residence_duration', 'Must be a numeric value'],
    ['sat_score_math', 'SAT Math: The score must be between 200 and 800 in an increment of 10 (e.g., 570).'],
    ['act_score_composite', 'ACT Composite: The score must be between 1 and 36.'],
    [
      'legacy_3_relationship',
      'Alumna/us 3: What is the relationship of this alumna/us to you? (when legacy_3_first_name is answered)',
    ],
    [
      'senior_course_10_name',
      'Course 10: Please complete both the name and the semester. (when senior_course_10_semester is answered)',
    ],
  ])('gives the error message of %s and its condition', (key, message) => {
    const row = table.split('\n').find((line) => line.startsWith(`| ${key} |`));
    expect(row?.split(' | ')[6]).toBe(message);
  });

  it('lists options, by the answer they depend on', () => {
    expect(entry('parent_phone_type')?.options).toEqual([
      ['C', 'Cell'],
      ['H', 'Home'],
      ['W', 'Work'],
    ]);
    expect(Object.keys(entry('state')?.options ?? {})).toEqual(['USA', 'CAN']);
    expect(entry('state_desc')).toMatchObject({ kind: 'label', limit: 120 });
  });

  it('says which earlier choice excludes a question, and requires several checkboxes once', () => {
    const made = formWith(
      ask({ a: radio('A'), b: radio('B') }),
      firstOf([
        { condition: equals('a', 'Y'), blocks: [ask({ one: text('One') })] },
        {
          condition: equals('b', 'Y'),
          blocks: [
            ask({
              likes: checkboxes(
                'Likes',
                { tea: 'Tea', milk: 'Milk' },
                { requiredWhen: [{ message: 'Choose one.', when: [equals('a', 'N')] }] },
              ),
            }),
          ],
        },
      ]),
    );
    const conditions = ['not if a is "Y"', 'b is "Y"'];
    const described = { page: '/p', section: 'S', kind: 'checkboxes', conditions };
    const likes = dataDictionary(made).filter(({ key }) => key.startsWith('likes'));
    const requiredWhen = [{ message: 'Choose one.', conditions: ['a is "N"'] }];
    expect(likes).toStrictEqual([
      { key: 'likes_tea', label: 'Likes Tea', ...described, requiredWhen },
      { key: 'likes_milk', label: 'Likes Milk', ...described },
    ]);
  });

  it('prints as a table and as JSON', async () => {
    const rows = table.trim().split('\n');
    expect(rows).toHaveLength(entries.length + 2);
    expect(rows[2]).toBe(
      '| first_name | /about | Personal information | First Name | text | 45 | First Name |  |  |',
    );
    expect(JSON.parse(await run('--json'))).toHaveLength(entries.length);
  });
});
