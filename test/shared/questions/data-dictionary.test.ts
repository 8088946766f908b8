import { describe, expect, it } from 'vitest';
import {
  ask,
  checkboxes,
  type DictionaryEntry,
  dataDictionary,
  dataModel,
} from '../../../shared/form/index.ts';
import { application, formWith } from '../../support/form.ts';

const entries = dataDictionary(application);
const entry = (key: string) => entries.find((each) => each.key === key);

describe('the data dictionary', () => {
  it('lists every key that can be stored, once', () => {
    expect(entries.map(({ key }) => key).sort()).toEqual([...dataModel(application).keys()].sort());
  });

  it.each<DictionaryEntry>([
    { key: 'first_name', label: 'First Name', kind: 'text', limit: 45 },
    { key: 'race_asian', label: 'How do you identify? Choose one or more. Asian', kind: 'checkboxes' },
    { key: 'grad_year', label: 'Graduation Date (year)', kind: 'monthYear' },
    { key: 'college_3_name', label: 'College Name', kind: 'autocomplete', limit: 90 },
    { key: 'activities_document', label: 'Résumé of activities', kind: 'document' },
  ])('describes $key', (expected) => {
    expect(entry(expected.key)).toStrictEqual(expected);
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

  it('names each box of a question with several', () => {
    const made = formWith(ask({ likes: checkboxes('Likes', { tea: 'Tea', milk: 'Milk' }) }));
    expect(dataDictionary(made)).toStrictEqual([
      { key: 'likes_tea', label: 'Likes Tea', kind: 'checkboxes' },
      { key: 'likes_milk', label: 'Likes Milk', kind: 'checkboxes' },
    ]);
  });
});
