import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answers,
  clearHiddenAnswers,
  dataModel,
  hiddenAnswersPatch,
  pageOf,
  type Question,
  validate,
  walk,
} from '../../../shared/form/index.ts';
import { application, completeAnswers, everyBlock, today } from '../../support/form.ts';

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
});
