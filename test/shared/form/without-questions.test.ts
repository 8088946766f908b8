import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addAnother,
  answered,
  ask,
  askUnder,
  byAnswer,
  checkbox,
  equals,
  type Form,
  firstOf,
  form,
  notice,
  page,
  printLines,
  radio,
  section,
  tabs,
  text,
  trigger,
  unknownQuestions,
  walk,
  when,
  withoutQuestions,
} from '../../../shared/form/index.ts';
import { hidesFor } from '../../../shared/questions/audiences.ts';
import { checkForm } from '../../../shared/questions/check-form.ts';
import { applicationOf } from '../../../shared/questions/index.ts';
import { application, complete, partner, today } from '../../support/form.ts';

const keysOf = (reduced: Form) => walk(reduced).questions.map(({ key }) => key);
const titlesOf = (reduced: Form) =>
  printLines(reduced, { answers: {} }).flatMap(({ lines }) =>
    lines.flatMap((line) => (line.kind === 'section' ? [line.title] : [])),
  );

const small = form([
  page('/one', 'One', [
    section('Color', [
      ask({
        color: radio('Color?', [
          ['R', 'Red'],
          ['B', 'Blue'],
        ]),
        shade: text('Shade?'),
      }),
      when(equals('color', 'R'), [notice('Red is rare.'), ask({ red: text('Why red?') })]),
      when(answered('red'), [ask({ more: text('More?') })]),
      firstOf([
        { condition: equals('shade', 'x'), blocks: [ask({ x: text('X?') })] },
        { condition: equals('color', 'B'), blocks: [ask({ y: text('Y?') })] },
        { condition: equals('shade', 'z'), blocks: [ask({ z: text('Z?') })] },
      ]),
    ]),
    section('Size', [
      ask({
        size: radio('Size?', [
          ['S', 'Small'],
          ['L', 'Large'],
        ]),
      }),
      byAnswer('size', { S: [ask({ s: text('S?') })], L: [ask({ l: text('L?') })] }),
    ]),
  ]),
  page('/two', 'Two', [
    section('Pets', [
      addAnother('Add a pet', 'pet', 2, (prefix, number) => [
        section(`Pet ${number}`, [askUnder(prefix, { name: text('Name?') })]),
      ]),
      tabs('choice', 'Choose', [
        { id: 'a', label: 'A', blocks: [ask({ a: text('A?') })] },
        { id: 'b', label: 'B', blocks: [ask({ b: text('B?') })] },
      ]),
      trigger('checkbox', 'none', checkbox('None'), {
        before: [ask({ before: text('Before?') })],
        after: [ask({ after: text('After?') })],
      }),
    ]),
  ]),
]);

describe('a form without some questions', () => {
  it('has no question that depends on a removed one, directly or through another', () => {
    const { form: reduced, hidden } = withoutQuestions(small, ['color']);
    expect(hidden).toEqual(['color', 'red', 'more', 'y', 'z']);
    expect(keysOf(reduced)).toEqual([
      'shade',
      'x',
      'size',
      's',
      'l',
      'pet_name',
      'pet_2_name',
      'a',
      'b',
      'none',
      'before',
      'after',
    ]);
    expect(JSON.stringify(reduced)).not.toContain('Red is rare');
  });

  it('has no heading and no page without a question', () => {
    expect(titlesOf(withoutQuestions(small, ['color', 'shade']).form)).toEqual(['Size', 'Pets', 'Pet 1']);
    const { form: reduced } = withoutQuestions(small, ['Pets']);
    expect(reduced.pages.map(({ path }) => path)).toEqual(['/one']);
    expect(withoutQuestions(small, ['Pet 1']).hidden).toEqual(['pet_name']);
  });

  it('shows the same repeated blocks and tabs as before', () => {
    const { form: reduced } = withoutQuestions(small, ['pet_name', 'a']);
    const state = { answers: { pet_2_name: 'Rex', b: 'yes' }, counts: { pet: 2 }, tabs: { choice: 'b' } };
    const shown = printLines(reduced, state).flatMap(({ lines }) => lines);
    expect(shown.flatMap((line) => ('key' in line ? [line.key] : [])).slice(-4)).toEqual([
      'pet_2_name',
      'b',
      'none',
      'before',
    ]);
  });

  it('is reduced in the same way by the names of all removed questions', () => {
    const names = walk(application).questions.map(({ key }) => key);
    fc.assert(
      fc.property(fc.subarray(names, { maxLength: 6 }), (hides) => {
        const { form: reduced, hidden } = withoutQuestions(application, hides);
        const again = withoutQuestions(application, hidden);
        expect(again.hidden).toEqual(hidden);
        expect(again.form).toEqual(reduced);
        expect(keysOf(reduced).toSorted()).toEqual(names.filter((key) => !hidden.includes(key)).toSorted());
      }),
      { numRuns: 60 },
    );
  });

  it('prints the other questions exactly as before', () => {
    const names = walk(application).questions.map(({ key }) => key);
    const keysIn = (shown: Form) =>
      printLines(shown, complete)
        .flatMap(({ lines }) => lines)
        .filter((line) => 'key' in line);
    const whole = keysIn(application);
    fc.assert(
      fc.property(fc.subarray(names, { maxLength: 6 }), (hides) => {
        const { form: reduced, hidden } = withoutQuestions(application, hides);
        expect(keysIn(reduced)).toEqual(whole.filter(({ key }) => !hidden.includes(key)));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the questions that an audience does not see', () => {
  it('are race, ethnicity, sex, birth date, alien number and legal history for readers', () => {
    expect(withoutQuestions(application, hidesFor(partner, 'reader')).hidden).toEqual([
      ...['gender', 'birth_date', 'alien_registration_number', 'ethnicity', 'race'],
      ...['felony', 'felony_comment', 'felony_document'],
      ...['conviction', 'conviction_comment', 'conviction_document'],
    ]);
    expect(titlesOf(withoutQuestions(application, hidesFor(partner, 'reader')).form)).not.toContain(
      'Legal questions',
    );
    expect(unknownQuestions(application, hidesFor(partner, 'reader'))).toEqual([]);
  });

  it('are those that the partner names, and a name that the form does not have is an error', () => {
    const strict = {
      ...partner,
      copies: { reader: { hides: ['rase', 'Military service'] }, systems: { hides: ['gender', 'sex'] } },
    };
    expect(hidesFor(strict, 'reader')).toEqual(['rase', 'Military service']);
    expect(checkForm(application, strict).map(({ message }) => message)).toEqual([
      "WARNING- MISSING CONFIGURATION: copies.reader.hides: 'rase' is neither the key of a question nor the title of a section.",
      "WARNING- MISSING CONFIGURATION: copies.systems.hides: 'sex' is neither the key of a question nor the title of a section.",
    ]);
  });

  it('are whole sections where the form says so, which a partner with other copies says itself', () => {
    const sayers = (changes: object) => {
      const { pages }: Form = applicationOf({ ...partner, ...changes, id: JSON.stringify(changes) }, today);
      return pages
        .flatMap(({ sections }) => sections)
        .flatMap(({ title, intro }) => (intro?.includes('applications do not see this') ? [title] : []));
    };
    const hidden = withoutQuestions(application, hidesFor(partner, 'reader')).form;
    expect(sayers({})).toEqual(['Ethnicity and race', 'Legal questions']);
    for (const title of sayers({})) expect(titlesOf(hidden)).not.toContain(title);
    expect(sayers({ copies: { reader: { hides: [] } } })).toEqual([]);
    const whoSeesThis = { citizenship: 'Only two people see this.', legal: 'The dean sees this.' };
    expect(sayers({ whoSeesThis })).toEqual(['Ethnicity and race']);
    expect(JSON.stringify(applicationOf({ ...partner, whoSeesThis, id: 'other' }, today))).toMatch(
      /Only two people see this\..*The dean sees this\. Questions\?/,
    );
  });
});
