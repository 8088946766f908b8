import { describe, expect, it } from 'vitest';
import { type AutocompleteQuestion, autofillPatch, walk } from '../../../shared/form/index.ts';
import { application } from '../../support/form.ts';

interface Asked {
  readonly key: string;
  readonly question: AutocompleteQuestion;
}
const lookUps = walk(application).questions.flatMap(({ key, question }): readonly Asked[] =>
  question.kind === 'autocomplete' ? [{ key, question }] : [],
);

const record = {
  name: 'Copper Bell School',
  ceeb: 'X123',
  address_line_1: '1 Wren Lane',
  city: 'Quillhaven',
  state: 'MI',
  zip: '00100',
  country: 'USA',
};

describe('the look-ups of the form', () => {
  it('are those of the high school, of five colleges and of every address', () => {
    const keysOf = (category: string) =>
      lookUps.filter(({ question }) => question.category === category).map(({ key }) => key);
    expect(keysOf('hs_ceeb')).toEqual(['hs_name']);
    expect(keysOf('college_ceeb')).toEqual([
      'college_name',
      ...[2, 3, 4, 5].map((number) => `college_${number}_name`),
    ]);
    expect(keysOf('address')).toEqual(
      expect.arrayContaining(['address_line_1', 'mailing_address_line_1', 'parent_address_line_1']),
    );
  });

  it.each(lookUps)(
    '$key fills the answers of its own block and no other [AC-07] [AC-08] [AC-11]',
    ({ key, question }) => {
      const isAddress = question.category === 'address';
      const prefix = key.replace(isAddress ? /address_line_1$/ : /name$/, '');
      const own = isAddress ? [] : ['name', 'ceeb'];
      const filled = ['address_line_1', 'city', 'zip', 'state', 'state_desc', 'country', 'country_desc'];
      const { state, country, ...typed } = record;
      const values = { ...typed, state, country, state_desc: 'Michigan', country_desc: 'United States' };
      expect(autofillPatch(application, question, record, {})).toEqual(
        Object.fromEntries(
          [...own, ...filled].map((field) => [prefix + field, values[field as keyof typeof values]]),
        ),
      );
    },
  );
});
