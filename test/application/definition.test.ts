import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answers,
  answering,
  clearHidden,
  clearing,
  dataModel,
  isRealDay,
  pageOf,
  printLines,
  problems,
  walk,
} from '../../shared/form/index.ts';
import { application, completeAnswers, today } from '../support/form.ts';

const model = dataModel(application);

/** Any storable answers, many of them nonsense, for any of the form's keys. */
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

describe('the definition of the form', () => {
  it('asks about fifty questions on three pages', () => {
    expect(application.pages.map(({ path }) => path)).toEqual(['/about', '/education', '/final-steps']);
    expect([...model.keys()].filter((key) => !key.endsWith('_desc')).length).toBeGreaterThanOrEqual(50);
  });

  it('asks no key on two pages', () => {
    const pages = new Map<string, Set<string>>();
    for (const { key, page } of walk(application).questions)
      pages.set(key, (pages.get(key) ?? new Set()).add(page));
    expect([...pages].filter(([, on]) => on.size > 1)).toEqual([]);
  });

  it('has a complete set of answers to try it with', () => {
    // felony_comment and the document are the two that a complete application may leave out.
    const missing = [...model.keys()].filter((key) => !(key in completeAnswers));
    expect(missing).toEqual(['transcript_document', 'felony_comment']);
  });

  it('knows the page of every problem it can report', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        for (const key of Object.keys(problems(application, { answers }, { today })))
          expect(pageOf(application, key)).toMatch(/^\/(about|education|final-steps)$/);
      }),
      { numRuns: 300 },
    );
  });

  it('clears to the end at once: clearing what was cleared changes nothing', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const cleared = clearHidden(application, { answers });
        expect(clearing(application, { answers: cleared })).toEqual({});
      }),
      { numRuns: 500 },
    );
  });

  it('empties what a choice has hidden, and its label', () => {
    expect(clearing(application, { answers: { ...completeAnswers, citizenship_type: '1' } })).toEqual({
      citizenship: '',
      citizenship_desc: '',
      alien_registration_number: '',
    });
  });

  it('empties the state and its label when the country changes', () => {
    expect(answering(application, 'country', 'CAN', completeAnswers)).toEqual({
      country: 'CAN',
      country_desc: 'Canada',
      state: '',
      state_desc: '',
    });
  });

  it('keeps the state when the same country is chosen again', () => {
    expect(answering(application, 'country', 'USA', completeAnswers)).toEqual({
      country: 'USA',
      country_desc: 'United States',
    });
  });

  it('prints every answer of a complete application', () => {
    const printed = printLines(application, { answers: completeAnswers })
      .flatMap(({ lines }) => lines)
      .map((line) => JSON.stringify(line))
      .join('\n');
    const words = Object.entries(completeAnswers)
      .filter(
        ([key, value]) => key.endsWith('_desc') || (typeof value === 'string' && !model.has(`${key}_desc`)),
      )
      .filter(([key, value]) => value !== '' && !/(_month|_date)$/.test(key))
      .map(([, value]) => String(value));
    expect(words.length).toBeGreaterThan(40);
    for (const word of words) expect(printed).toContain(word);
    for (const date of ['03/14/2009', '01/15/2027', 'May 2027', 'October 2026', 'March 2027'])
      expect(printed).toContain(date);
  });

  it('knows the real days of every year', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2100 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        (year, month, day) => {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
          expect(isRealDay(text)).toBe(day <= last);
        },
      ),
    );
  });

  it('accepts every birth year from 13 to 100 years back and no other', () => {
    for (let year = 1900; year <= 2030; year++) {
      const wrong = problems(
        application,
        { answers: { ...completeAnswers, birth_date: `${year}-12-31` } },
        { today },
      );
      expect(wrong, String(year)).toEqual(
        year >= 1926 && year <= 2013 ? {} : { birth_date: [expect.any(String)] },
      );
    }
  });
});
