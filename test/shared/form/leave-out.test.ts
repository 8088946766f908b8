import { describe, expect, it } from 'vitest';
import {
  type Answers,
  ask,
  checkbox,
  equals,
  form,
  notice,
  page,
  printLines,
  section,
  text,
  when,
  withoutUnansweredOptional,
} from '../../../shared/form/index.ts';
import { application, complete } from '../../support/form.ts';

const made = form([
  page('/about', 'About', [
    section('Names', [
      ask({
        first: text('First name', { required: 'First name' }),
        middle: text('Middle name'),
        agree: checkbox('I agree'),
      }),
      when(equals('first', 'Ada'), [section('Nickname', [ask({ nick: text('Nickname') })])]),
    ]),
    section('School', [
      when(equals('first', 'Ada'), [
        section('First school', [ask({ school_1: text('School') })]),
        section('Second school', [ask({ school_2: text('School') })]),
      ]),
    ]),
    section('Legacy', [ask({ legacy: text('Legacy') })]),
    section('Read this', [notice('It matters.')]),
  ]),
  page('/end', 'End', [section('More', [ask({ more: text('More') })])]),
]);

const shortened = (answers: Answers) =>
  withoutUnansweredOptional(made, { answers }, printLines(made, { answers }));
const written = (answers: Answers) =>
  shortened(answers).pages.flatMap(({ label, lines }) => [
    label,
    ...lines.map((line) => {
      if (line.kind === 'section') return line.title;
      return line.kind === 'notice' ? line.text : line.label;
    }),
  ]);

describe('an application without its unanswered optional questions', () => {
  it('keeps what was answered, what must be answered, lone checkboxes and notices', () => {
    const [about, names, lines] = ['About', 'Names', ['First name', 'I agree']];
    expect(written({})).toEqual([about, names, ...lines, 'Read this', 'It matters.']);
    expect(shortened({}).leftOut).toBe(3);
  });

  it('keeps the headings above an answer, and none that has nothing below it', () => {
    expect(written({ first: 'Ada', school_2: 'Northport' })).toEqual([
      ...['About', 'Names', 'First name', 'I agree'],
      ...['School', 'Second school', 'School'],
      ...['Read this', 'It matters.'],
    ]);
    expect(written({ more: 'Yes' }).slice(-3)).toEqual(['End', 'More', 'More']);
  });

  it('loses no answer of a complete application', () => {
    const pages = printLines(application, complete);
    const answered = (all: typeof pages) =>
      all.flatMap(({ lines }) => lines).filter((line) => 'answered' in line && line.answered);
    const { pages: shorter, leftOut } = withoutUnansweredOptional(application, complete, pages);
    expect(answered(shorter)).toEqual(answered(pages));
    expect(leftOut).toBeGreaterThan(0);
  });
});
