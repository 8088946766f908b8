import { describe, expect, it } from 'vitest';
import { answeredQuestions, type FormState, progress, validate } from '../../../shared/form/index.ts';
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

  it('does not count the answer that shows a blocking notice', () => {
    const with3 = { ...complete, answers: { ...completeAnswers, citizenship_type: '3' } };
    expect(of('/about', 'Citizenship', with3)).toEqual({ answered: 0, required: 1 });
    expect(of('/about', 'Personal information', with3)).toEqual(
      of('/about', 'Personal information', complete),
    );
  });

  it('counts an invalid optional answer as a missing required one', () => {
    const answers = { ...completeAnswers, counselor_email_address: 'x@' };
    expect(of('/education', 'High school', { ...complete, answers })).toEqual({ answered: 2, required: 3 });
  });
});

describe('the answered questions of a page', () => {
  const keys = (page: string, answers: FormState['answers']) =>
    answeredQuestions(application, page, { answers }).map(({ key }) => key);

  it('are not those that are hidden', () => {
    expect(keys('/about', { citizenship: 'FRA' })).toEqual([]);
    expect(keys('/about', { citizenship_type: '2', citizenship: 'FRA' })).toEqual([
      'citizenship_type',
      'citizenship',
    ]);
  });
});
