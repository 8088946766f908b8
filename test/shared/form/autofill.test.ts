import { describe, expect, it } from 'vitest';
import {
  ask,
  askUnder,
  autocomplete,
  autofilledAnswers,
  autofillPatch,
  clearAutofillPatch,
  dependentSelect,
  schoolCodeKey,
  select,
  text,
} from '../../../shared/form/index.ts';
import { formWith } from '../../support/form.ts';

const countries = [
  ['USA', 'United States'],
  ['CAN', 'Canada'],
] as const;
const states = { USA: [['MI', 'Michigan']], CAN: [['ON', 'Ontario']] } as const;

const place = <const Prefix extends string>(prefix: Prefix) =>
  askUnder(prefix, {
    name: text('Name'),
    address_line_1: text('Address'),
    city: text('City', { maxLength: 10 }),
    state: dependentSelect('State', `${prefix}_country`, states),
    zip: text('ZIP'),
    country: select('Country', countries),
  });
const fills = <const Prefix extends string>(prefix: Prefix) =>
  ({
    name: `${prefix}_name`,
    address_line_1: `${prefix}_address_line_1`,
    city: `${prefix}_city`,
    state: `${prefix}_state`,
    zip: `${prefix}_zip`,
    country: `${prefix}_country`,
  }) as const;

const byCollege = autocomplete('Search for Your College', 'college_ceeb', {
  ...fills('college_2'),
  ceeb: 'college_2_ceeb',
});
const byName = autocomplete('School Name', 'hs_ceeb', { name: 'hs_name', ceeb: 'hs_ceeb' });
const byLine = autocomplete('Address', 'address', {
  address_line_1: 'home_address_line_1',
  city: 'home_city',
  country: 'home_country',
});
const made = formWith(
  place('college'),
  place('college_2'),
  ask({
    college_2_name: byCollege,
    college_2_ceeb: text('Code'),
    hs_name: byName,
    hs_ceeb: text('Code'),
    home_address_line_1: byLine,
    home_city: text('City'),
    home_country: select('Country', countries),
  }),
);

const record = {
  name: 'Tamarack Ridge College',
  ceeb: 'X123',
  address_line_1: '1 Elm Street',
  city: 'Upper Tamarack Ridge',
  state: 'MI',
  zip: '49999',
  country: 'USA',
};

describe('a chosen record', () => {
  it('fills the answers of its block, with the labels next to its choices [AC-07] [AC-08] [AC-11]', () => {
    expect(autofillPatch(made, byCollege, record, {})).toEqual({
      college_2_ceeb: 'X123',
      college_2_name: 'Tamarack Ridge College',
      college_2_address_line_1: '1 Elm Street',
      college_2_city: 'Upper Tama',
      college_2_state: 'MI',
      college_2_state_desc: 'Michigan',
      college_2_zip: '49999',
      college_2_country: 'USA',
      college_2_country_desc: 'United States',
    });
  });

  it('replaces what an earlier record filled, and clears what it does not have', () => {
    const before = autofillPatch(made, byCollege, record, {});
    const other = { name: 'Quiet Harbor College', country: 'CAN', state: 'ON' };
    expect(autofillPatch(made, byCollege, other, before)).toMatchObject({
      college_2_ceeb: '',
      college_2_name: 'Quiet Harbor College',
      college_2_city: '',
      college_2_state_desc: 'Ontario',
      college_2_country_desc: 'Canada',
    });
  });

  it('fills the question itself where the question says so', () => {
    expect(autofillPatch(made, byName, record, {})).toEqual({
      hs_name: 'Tamarack Ridge College',
      hs_ceeb: 'X123',
    });
  });

  it('of an address fills its first line', () => {
    expect(autofillPatch(made, byLine, record, {})).toMatchObject({
      home_address_line_1: '1 Elm Street',
      home_city: 'Upper Tamarack Ridge',
      home_country_desc: 'United States',
    });
  });
});

describe('the school code', () => {
  it('has a key where the look-up fills one', () => {
    expect([byCollege, byName, byLine].map(schoolCodeKey)).toEqual(['college_2_ceeb', 'hs_ceeb', undefined]);
  });
});

describe('the answers that a record filled', () => {
  const key = 'college_2_name';
  const patch = autofillPatch(made, byCollege, record, {});
  const filled = autofilledAnswers(key, patch, {});

  it('are those it changed, except the chosen name', () => {
    expect(Object.keys(filled).sort()).toEqual(
      ['address_line_1', 'ceeb', 'city', 'country', 'state', 'zip'].map((each) => `college_2_${each}`),
    );
  });

  it('leave out answers that were there before, unless an earlier record filled them', () => {
    const before = { college_2_country: 'USA', college_2_zip: '49999' };
    expect(Object.keys(autofilledAnswers(key, patch, before))).not.toContain('college_2_country');
    expect(autofilledAnswers(key, patch, before, { college_2_country: 'USA' })).toMatchObject({
      college_2_country: 'USA',
    });
    expect(autofilledAnswers(key, patch, before, { college_2_country: 'USA' })).not.toHaveProperty(
      'college_2_zip',
    );
  });

  it('are cleared with it, with the labels next to its choices', () => {
    expect(clearAutofillPatch(made, filled, patch)).toEqual({
      college_2_ceeb: '',
      college_2_address_line_1: '',
      college_2_city: '',
      college_2_state: '',
      college_2_state_desc: '',
      college_2_zip: '',
      college_2_country: '',
      college_2_country_desc: '',
    });
  });

  it('leave out what the applicant edited, and the country of an edited state', () => {
    const edited = { ...patch, college_2_zip: '12345', college_2_state: 'WI', college_2_city: '' };
    expect(clearAutofillPatch(made, filled, edited)).toEqual({
      college_2_ceeb: '',
      college_2_address_line_1: '',
    });
  });
});
