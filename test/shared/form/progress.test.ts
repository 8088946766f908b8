import { describe, expect, it } from 'vitest';
import {
  answeredSections,
  type FormState,
  minutesLeft,
  progress,
  validate,
} from '../../../shared/form/index.ts';
import { application, complete, completeAnswers, today } from '../../support/form.ts';

const of = (page: string, section: string, state: FormState) =>
  progress(application, page, state, validate(application, state, { today })).get(section);

describe('the progress of a section', () => {
  it('counts the required answers and those that are given', () => {
    expect(of('/about', 'Personal information', { answers: {} })).toEqual({ answered: 0, required: 5 });
    expect(of('/about', 'Personal information', { answers: { first_name: 'Ada', gender: 'F' } })).toEqual({
      answered: 2,
      required: 5,
    });
  });

  it('changes with the answers that make other answers required', () => {
    const withCountry = (country: string) => of('/about', 'Permanent home address', { answers: { country } });
    expect(withCountry('FRA')).toEqual({ answered: 1, required: 3 });
    expect(withCountry('USA')).toEqual({ answered: 1, required: 5 });
  });

  it('is full in a complete application, repeated blocks included', () => {
    for (const { path, sections } of application.pages)
      for (const { title } of sections) {
        const { answered = -1, required } = of(path, title, complete) ?? {};
        expect([title, answered]).toEqual([title, required]);
      }
    expect(of('/education', 'Senior courses', complete)).toEqual({ answered: 20, required: 20 });
    expect(of('/education', 'Tests', complete)).toEqual({ answered: 7, required: 7 });
  });

  it('counts a blocking notice as a missing answer', () => {
    const with3 = { ...complete, answers: { ...completeAnswers, citizenship_type: '3' } };
    expect(of('/about', 'Citizenship', with3)).toEqual({ answered: 1, required: 2 });
    expect(of('/about', 'Personal information', with3)).toEqual(
      of('/about', 'Personal information', complete),
    );
  });

  it('counts an invalid optional answer as a missing required one', () => {
    const answers = { ...completeAnswers, counselor_email_address: 'x@' };
    expect(of('/education', 'High school', { ...complete, answers })).toEqual({ answered: 2, required: 3 });
  });
});

describe('the sections with an answer', () => {
  const sections = (page: string, answers: FormState['answers']) => [
    ...answeredSections(application, page, { answers }),
  ];

  it('are those of the page in which something was answered', () => {
    expect(sections('/about', { first_name: 'Ada', country: 'USA' })).toEqual([
      'Personal information',
      'Permanent home address',
    ]);
    expect(sections('/education', { first_name: 'Ada' })).toEqual([]);
    expect(sections('/about', { first_name: ' ' })).toEqual([]);
  });

  it('are not those whose answers are hidden', () => {
    expect(sections('/about', { citizenship: 'FRA' })).toEqual([]);
    expect(sections('/about', { citizenship_type: '2', citizenship: 'FRA' })).toEqual(['Citizenship']);
  });
});

describe('the minutes left', () => {
  const left = (state: FormState, page?: string) =>
    minutesLeft(application, validate(application, state, { today }), page);
  const without = (...keys: readonly string[]) => ({
    ...complete,
    answers: { ...completeAnswers, ...Object.fromEntries(keys.map((key) => [key, ''])) },
  });

  it('are those of the whole form, or of one page', () => {
    expect(left({ answers: {} })).toBe('About 5 min left for all required answers');
    expect(left({ answers: {} }, '/about')).toBe('About 2 min here');
  });

  it('are longer where something is to be written', () => {
    expect(left(without('first_name'))).toBe('About 2 min left for all required answers');
    expect(left(without('felony_comment'), '/final-steps')).toBe('About 5 min here');
  });

  it('are not named when nothing is missing', () => {
    expect(left(complete)).toBe('');
    expect(left(without('first_name'), '/education')).toBe('');
  });
});
