import { describe, expect, it } from 'vitest';
import {
  type Answers,
  ask,
  askUnder,
  autocomplete,
  autofillPatch,
  dependentSelect,
  select,
  staleCodesPatch,
  text,
  withoutOtherRecords,
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
});

describe('the code of a school', () => {
  const named = { hs_name: 'Stargazer High School', hs_ceeb: 'X123' };
  const codesAfter = (after: Answers, before: Answers = named) => staleCodesPatch(made, before, after);

  it.each(['Stargazer High', 'Stargazer High School North', ''])(
    'is cleared when its name becomes "%s"',
    (name) => {
      expect(codesAfter({ ...named, hs_name: name })).toEqual({ hs_ceeb: '' });
    },
  );

  it.each([' stargazer  high school', 'Stargazer High-School.', 'Stargázer High School'])(
    'stays when its name becomes "%s"',
    (name) => {
      expect(codesAfter({ ...named, hs_name: name })).toEqual({});
    },
  );

  it('stays when the school had no name before', () => {
    expect(codesAfter(named, { hs_ceeb: 'X123' })).toEqual({});
  });
});

describe('answers for an account that has others', () => {
  const found = { hs_name: 'Stargazer High School', hs_ceeb: 'X123', home_city: 'Quillhaven' };

  it('are without those about another school', () => {
    expect(withoutOtherRecords(made, found, { hs_name: 'My Own Academy' })).toEqual({
      home_city: 'Quillhaven',
    });
  });

  it('are all there if the account names the same school, or none', () => {
    expect(withoutOtherRecords(made, found, {})).toEqual(found);
    expect(withoutOtherRecords(made, found, { hs_name: 'stargazer high school' })).toEqual(found);
    expect(withoutOtherRecords(made, { home_city: 'Quillhaven' }, { home_address_line_1: 'A' })).toEqual({
      home_city: 'Quillhaven',
    });
  });
});
