import { describe, expect, it } from 'vitest';
import { monthOptions, type Option, optionsOf, walk, yearOptions } from '../../../shared/form/index.ts';
import { countries, countriesExceptUsa } from '../../../shared/options/countries.ts';
import { canadianProvinces, regionsByCountry, usStates } from '../../../shared/options/regions.ts';
import { application } from '../../support/form.ts';

const codes = (options: readonly Option[]) => options.map(([code]) => code);
const optionsAt = (key: string, answers = {}) => {
  const placed = walk(application).questions.find((each) => each.key === key);
  return placed === undefined ? [] : optionsOf(placed.question, answers);
};

describe('countries', () => {
  it('are the 249 of ISO 3166-1, by their three-letter codes [OP-01]', () => {
    expect(countries).toHaveLength(249);
    expect(new Set(codes(countries)).size).toBe(249);
    for (const code of codes(countries)) expect(code).toMatch(/^[A-Z]{3}$/);
    for (const code of ['USA', 'CAN', 'MEX', 'DEU', 'NGA', 'VNM']) expect(codes(countries)).toContain(code);
  });
  it('begin with the United States [OP-02]', () => {
    expect(countries[0]).toEqual(['USA', 'United States']);
    for (const key of ['country', 'mailing_country', 'hs_country', 'college_5_country'])
      expect(optionsAt(key)[0]?.[0]).toBe('USA');
  });
  it('of citizenship are all others [OP-03]', () => {
    expect(countriesExceptUsa).toHaveLength(248);
    expect(codes(optionsAt('citizenship'))).not.toContain('USA');
  });
});

describe('regions', () => {
  it('are the states, the district and the territories by their postal codes [OP-04]', () => {
    expect(usStates).toHaveLength(59);
    for (const code of ['MI', 'AK', 'HI', 'DC', 'AS', 'GU', 'MP', 'PR', 'VI'])
      expect(codes(usStates)).toContain(code);
  });
  it('of Canada are its thirteen provinces and territories [OP-05]', () => {
    expect(codes(canadianProvinces)).toEqual('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));
  });
  it('of the United States end with the armed forces [OP-06]', () => {
    expect(usStates.slice(-3)).toEqual([
      ['AA', 'Armed Forces Americas'],
      ['AE', 'Armed Forces Europe'],
      ['AP', 'Armed Forces Pacific'],
    ]);
  });
  it('are offered for the United States and Canada only', () => {
    expect(Object.keys(regionsByCountry)).toEqual(['USA', 'CAN']);
    expect(optionsAt('state', { country: 'CAN' })).toEqual(canadianProvinces);
    expect(optionsAt('parent_2_state', { parent_2_country: 'USA' })).toEqual(usStates);
    expect(optionsAt('state', { country: 'FRA' })).toEqual([]);
  });
});

describe('dates', () => {
  it('have twelve month options with names [OP-07]', () => {
    expect(codes(monthOptions)).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)));
    expect(monthOptions[0]).toEqual(['1', 'January']);
    expect(monthOptions[11]).toEqual(['12', 'December']);
  });
  it('list years from a start in either direction [OP-08]', () => {
    expect(codes(yearOptions(2026, 3, 'past'))).toEqual(['2026', '2025', '2024']);
    expect(codes(yearOptions(2026, 3, 'future'))).toEqual(['2026', '2027', '2028']);
  });
  it.each([
    ['grad', 2031, 2020],
    ['sat_test', 2026, 2021],
    ['sat_plan', 2026, 2028],
    ['act_test', 2026, 2021],
    ['act_plan', 2026, 2028],
  ])('offer for %s the years from %i to %i [OP-08]', (key, first, last) => {
    const question = walk(application).questions.find((each) => each.key === key)?.question;
    const years = question?.kind === 'monthYear' ? codes(question.years) : [];
    expect([years[0], years.at(-1)]).toEqual([String(first), String(last)]);
  });
});

describe('option codes', () => {
  const choices = walk(application).questions.filter(
    ({ question }) => question.kind === 'select' || question.kind === 'radio',
  );
  it('are unique in each list, and no list is empty [OP-11]', () => {
    expect(choices.length).toBeGreaterThanOrEqual(59);
    for (const { key, question } of choices) {
      const options = optionsOf(question, {});
      expect(options.length, key).toBeGreaterThanOrEqual(2);
      expect(new Set(codes(options)).size, key).toBe(options.length);
      for (const option of options)
        expect(
          option.every((part) => part !== ''),
          key,
        ).toBe(true);
    }
  });
  it('of citizenship types are numbers [OP-09]', () => {
    expect(codes(optionsAt('citizenship_type'))).toEqual(['1', '2', '3', '4']);
  });
  it.each([
    'sat_taken',
    'act_taken',
    'felony',
    'conviction',
    'michigan_residence',
    'retake_act',
    'legacy_ind',
  ])('use Y for yes in %s [OP-10]', (key) => {
    expect(optionsAt(key)).toEqual([
      ['Y', 'Yes'],
      ['N', 'No'],
    ]);
  });
  it.each([
    ['gender', 'F M X N'],
    ['suffix', 'JR SR II III IV V'],
    ['parent_prefix', 'MR MRS MS MX DR REV HON'],
    ['ethnicity', 'Y N X'],
    ['military_status', 'N A R V'],
    ['parent_2_relationship', 'MO FA PA SM SF GP LG FP OR OT'],
    ['parent_phone_type', 'C H W'],
    ['parent_communication_preference', 'E M B N'],
    ['legacy_4_relationship', 'PA SP GP SI AU CO SO OT'],
    ['mtech_influence', 'FAM CNS VIS FAIR MAIL WEB ALU OTH'],
    ['senior_course_10_semester', 'F S Y T'],
    ['gpa_scale', '4 5 6 12 100 O'],
    [
      'activity_category',
      'ACA ART ATH CAR COM TEC CUL DAN DEB ENV FAM GOV INT JOU JRO MUS REL RES THE WRK OTH',
    ],
  ])('of %s are %s', (key, expected) => {
    expect(codes(optionsAt(key))).toEqual(expected.split(' '));
  });
  it('of majors are federal codes, or our own for undecided', () => {
    for (const code of codes(optionsAt('applied_major'))) expect(code).toMatch(/^(\d\d\.\d{4}|UND)$/);
  });
});
