import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type DictionaryEntry, dataModel, dictionary } from '../../shared/form/index.ts';
import { application } from '../support/form.ts';

const entries = dictionary(application);
const entry = (key: string) => entries.find((each) => each.key === key);

describe('the data dictionary', () => {
  it('lists every key that may be stored, once, and the one that only carries a notice', () => {
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
      kind: 'ticks',
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
      label: 'Please provide a detailed explanation.',
      kind: 'textarea',
      limit: 7000,
      required: 'Please provide a detailed explanation.',
      conditions: ['felony equals "Y"'],
    },
    {
      key: 'ntl_apply_alert',
      page: '/about',
      section: 'Citizenship',
      label: 'Please apply with the International Undergraduate Application.',
      kind: 'notice',
      conditions: ['citizenship_type equals "3"'],
    },
  ])('says of $key what it is', (expected) => {
    expect(entry(expected.key)).toEqual(expected);
  });

  it('lists options, by the answer they depend on where they do', () => {
    expect(entry('parent_phone_type')?.options).toEqual([
      ['C', 'Cell'],
      ['H', 'Home'],
      ['W', 'Work'],
    ]);
    expect(Object.keys(entry('state')?.options ?? {})).toEqual(['USA', 'CAN']);
    expect(entry('state_desc')).toMatchObject({ kind: 'label', limit: 120 });
  });

  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['scripts/main.ts', 'data-dictionary', ...args], { encoding: 'utf8' });

  it('is printed as a table, and as data', () => {
    const rows = run().trim().split('\n');
    expect(rows).toHaveLength(entries.length + 2);
    expect(rows[2]).toBe(
      '| first_name | /about | Personal information | First Name | text | 45 | First Name |  |  |',
    );
    expect(JSON.parse(run('--json'))).toHaveLength(entries.length);
  });

  it('refuses a university that does not exist, in one sentence', () => {
    const args = ['scripts/main.ts', 'data-dictionary', '--partner', 'nowhere'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, "No partner is called 'nowhere'. There are: northern-lakes.\n"]);
  });
});
