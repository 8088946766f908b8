import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answers,
  answerPatch,
  clearHiddenAnswers,
  dataModel,
  hiddenAnswersPatch,
  isCalendarDate,
  pageOf,
  printLines,
  type Question,
  validate,
  walk,
} from '../../../shared/form/index.ts';
import { application, complete, completeAnswers, everyBlock, today } from '../../support/form.ts';

const model = dataModel(application);

/** Any storable answers for any keys of the form, many of them nonsense. */
const anyAnswers = fc
  .subarray([...model.keys()], { minLength: 0 })
  .chain((keys) =>
    fc.record(
      Object.fromEntries(
        keys.map((key) => [
          key,
          model.get(key)?.type === 'boolean'
            ? fc.boolean()
            : fc.constantFrom(
                '',
                'Y',
                'N',
                'O',
                '1',
                '2',
                '3',
                'USA',
                'CAN',
                'FRA',
                String(completeAnswers[key]),
              ),
        ]),
      ),
    ),
  ) as fc.Arbitrary<Answers>;

const anyState = fc.record({
  answers: anyAnswers,
  counts: fc.dictionary(fc.constantFrom(...Object.keys(everyBlock)), fc.integer({ min: 1, max: 10 })),
  tabs: fc.constantFrom({}, { activities_tab: 'list' }, { activities_tab: 'upload' }),
});

/** The setting of each question that has it, by its key. */
const settings = (name: string) =>
  Object.fromEntries(
    walk(application).questions.flatMap(({ key, question }) => {
      const value = (question as Question & Readonly<Record<string, unknown>>)[name];
      return value === undefined ? [] : [[key, value]];
    }),
  );

describe('the definition of the form', () => {
  it('names the purpose of every field about the applicant, and of no field about others (WCAG 1.3.5)', () => {
    const address = {
      country: 'country',
      address_line_1: 'address-line1',
      address_line_2: 'address-line2',
      city: 'address-level2',
      state: 'address-level1',
      zip: 'postal-code',
    };
    const mailing = Object.entries(address).map(([key, token]) => [
      `mailing_${key}`,
      `section-mailing ${token}`,
    ]);
    expect(settings('autoComplete')).toEqual({
      first_name: 'given-name',
      middle_name: 'additional-name',
      last_name: 'family-name',
      suffix: 'honorific-suffix',
      preferred_name: 'nickname',
      gender: 'sex',
      birth_date: 'bday',
      phone_mobile: 'tel-national',
      phone_home: 'home tel-national',
      phone_international: 'tel',
      ...address,
      ...Object.fromEntries(mailing),
    });
  });

  it('says where the number of a green card is, and which of two addresses is the permanent one', () => {
    expect(settings('hint').alien_registration_number).toBe('On your green card: A and 7 to 9 digits.');
    expect(application.pages[0]?.sections.map(({ title }) => title)).toContain('Permanent home address');
  });

  it('asks phones for the keyboard that can type the answer: no digits alone for codes of schools', () => {
    const scores = walk(application).questions.flatMap(({ key }) =>
      /^(sat|act)_score/.test(key) ? [[key, 'numeric']] : [],
    );
    expect(scores).toHaveLength(7);
    expect(settings('inputMode')).toEqual({
      hs_gpa: 'decimal',
      gpa_scale_other: 'decimal',
      residence_duration: 'numeric',
      phone_international: 'tel',
      parent_phone_international: 'tel',
      parent_2_phone_international: 'tel',
      counselor_phone_international: 'tel',
      ...Object.fromEntries(scores),
    });
    const places = ['', 'mailing_', 'parent_', 'parent_2_', 'hs_', 'college_', 'college_2_'];
    expect(settings('digitsWhen')).toMatchObject(
      Object.fromEntries(
        places.map((place) => [`${place}zip`, { key: `${place}country`, operator: 'equals', target: 'USA' }]),
      ),
    );
  });

  it('has three pages in the specified order', () => {
    expect(application.pages.map(({ path, label }) => `${path} ${label}`)).toEqual([
      '/about About You',
      '/education Academics',
      '/final-steps Final Steps',
    ]);
  });

  it('places every error it can report on a page', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        for (const key of Object.keys(validate(application, state, { today })))
          expect(pageOf(application, key)).toMatch(/^\/(about|education|final-steps)$/);
      }),
      { numRuns: 300 },
    );
  });

  it('clears everything in one pass: clearing the result again changes nothing [CC-02]', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const cleared = clearHiddenAnswers(application, state);
        expect(hiddenAnswersPatch(application, { ...state, answers: cleared })).toEqual({});
      }),
      { numRuns: 500 },
    );
  });

  it('clears answers that a choice hides, and their labels [CC-02]', () => {
    expect(
      hiddenAnswersPatch(application, {
        ...complete,
        answers: { ...completeAnswers, citizenship_type: '1' },
      }),
    ).toEqual({
      citizenship: '',
      citizenship_desc: '',
      alien_registration_number: '',
    });
  });

  it('clears the state and its label when the country changes [CC-12] [CC-13]', () => {
    expect(answerPatch(application, 'country', 'CAN', completeAnswers)).toEqual({
      country: 'CAN',
      country_desc: 'Canada',
      state: '',
      state_desc: '',
    });
  });

  it('keeps the state when the same country is chosen again', () => {
    expect(answerPatch(application, 'country', 'USA', completeAnswers)).toEqual({
      country: 'USA',
      country_desc: 'United States',
    });
  });

  it('prints every answer of a complete application as text [PD-06]', () => {
    const printed = printLines(application, complete)
      .flatMap(({ lines }) => lines)
      .map((line) => JSON.stringify(line))
      .join('\n');
    const texts = Object.entries(completeAnswers)
      .filter(
        ([key, value]) => key.endsWith('_desc') || (typeof value === 'string' && !model.has(`${key}_desc`)),
      )
      .filter(([key, value]) => value !== '' && !/(_month|_year|_date)$/.test(key))
      .map(([, value]) => JSON.stringify(value).slice(1, -1));
    expect(texts.length).toBeGreaterThan(150);
    for (const text of texts) expect(printed).toContain(text);
    for (const date of ['March 14, 2009', 'January 15, 2027', 'May 2027', 'October 2026', 'February 2028'])
      expect(printed).toContain(date);
  });

  it('accepts the real days of every year [VL-13]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2100 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        (year, month, day) => {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
          expect(isCalendarDate(text)).toBe(day <= last);
        },
      ),
    );
  });

  it('accepts every birth year from 13 to 100 years ago and no other [VL-11] [VL-12]', () => {
    for (let year = 1900; year <= 2030; year++) {
      const wrong = validate(
        application,
        { ...complete, answers: { ...completeAnswers, birth_date: `${year}-12-31` } },
        { today },
      );
      expect(wrong, String(year)).toEqual(
        year >= 1926 && year <= 2013 ? {} : { birth_date: [expect.any(String)] },
      );
    }
  });
});
