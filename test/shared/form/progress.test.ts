import { describe, expect, it } from 'vitest';
import { type FormState, progress } from '../../../shared/form/index.ts';
import { application, complete, completeAnswers, today } from '../../support/form.ts';

const of = (page: string, section: string, standing: FormState) =>
  progress(application, page, standing, { today }).get(section);

describe('the progress of a section', () => {
  it('counts what wants an answer, and what has one', () => {
    expect(of('/about', 'Personal information', { answers: {} })).toEqual({ answered: 0, required: 5 });
    expect(of('/about', 'Personal information', { answers: { first_name: 'Ada', gender: 'F' } })).toEqual({
      answered: 2,
      required: 5,
    });
  });

  it('grows and shrinks with the answers that make others wanted', () => {
    const withCountry = (country: string) => of('/about', 'Address', { answers: { country } });
    expect(withCountry('FRA')).toEqual({ answered: 1, required: 3 });
    expect(withCountry('USA')).toEqual({ answered: 1, required: 5 });
  });

  it('is whole in a complete application, repeated blocks included', () => {
    for (const { path, sections } of application.pages)
      for (const { title } of sections) {
        const { answered = -1, required } = of(path, title, complete) ?? {};
        expect([title, answered]).toEqual([title, required]);
      }
    expect(of('/education', 'Senior courses', complete)).toEqual({ answered: 20, required: 20 });
    expect(of('/education', 'Tests', complete)).toEqual({ answered: 7, required: 7 });
  });

  it('counts what stops the form from being sent as missing [D-60]', () => {
    const with3 = { ...complete, answers: { ...completeAnswers, citizenship_type: '3' } };
    expect(of('/about', 'Citizenship', with3)).toEqual({ answered: 1, required: 2 });
    expect(of('/about', 'Personal information', with3)).toEqual(
      of('/about', 'Personal information', complete),
    );
  });

  it('counts an optional answer that is wrong as one to be given', () => {
    const answers = { ...completeAnswers, counselor_email_address: 'x@' };
    expect(of('/education', 'High school', { ...complete, answers })).toEqual({ answered: 2, required: 3 });
  });
});
