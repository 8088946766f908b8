import { describe, expect, it } from 'vitest';
import {
  addAnother,
  ask,
  askUnder,
  byAnswer,
  clearing,
  dataModel,
  equals,
  firstOf,
  form,
  monthYear,
  page,
  printLines,
  problems,
  radio,
  repeat,
  type Standing,
  section,
  tabs,
  text,
  tick,
  ticks,
  trigger,
} from '../../shared/form/index.ts';

const asked = (label: string) => text(label, { required: label });
const shownKeys = (made: Parameters<typeof problems>[0], standing: Standing) =>
  Object.keys(problems(made, standing, { today: '2026-11-20' }));

describe('a group of conditions', () => {
  const made = form([
    page('/p', 'P', [
      section('S', [
        ask({ a: radio('A'), b: radio('B') }),
        firstOf([
          { condition: equals('a', 'Y'), blocks: [ask({ one: asked('One') })] },
          { condition: equals('b', 'Y'), blocks: [ask({ two: asked('Two') })] },
        ]),
      ]),
    ]),
  ]);

  it('shows the first whose condition holds', () => {
    expect(shownKeys(made, { answers: { a: 'Y', b: 'Y' } })).toEqual(['one']);
    expect(shownKeys(made, { answers: { b: 'Y' } })).toEqual(['two']);
  });
  it('keeps its answers and clears the others', () => {
    expect(clearing(made, { answers: { a: 'Y', b: 'Y', one: 'kept', two: 'gone' } })).toEqual({ two: '' });
  });
});

describe('a radio-driven block', () => {
  const made = form([
    page('/p', 'P', [
      section('S', [
        ask({
          way: radio('Way', [
            ['bus', 'Bus'],
            ['car', 'Car'],
            ['foot', 'On foot'],
          ]),
        }),
        byAnswer(
          'way',
          { bus: [ask({ line: asked('Line') })], car: [ask({ plate: asked('Plate') })] },
          { before: [ask({ why: asked('Why') })], optional: [ask({ hint: asked('Hint') })] },
        ),
      ]),
    ]),
  ]);

  it('shows what belongs to the answer', () => {
    expect(shownKeys(made, { answers: { way: 'car' } })).toEqual(['plate']);
  });
  it('shows the content before, otherwise', () => {
    expect(shownKeys(made, { answers: { way: 'foot' } })).toEqual(['why']);
  });
  it('shows the optional content until something is chosen', () => {
    expect(shownKeys(made, { answers: {} })).toEqual(['why', 'hint']);
  });
});

describe('a trigger', () => {
  const made = form([
    page('/p', 'P', [
      section('S', [
        trigger('checkbox', 'sure', tick('Sure?'), {
          before: [ask({ doubt: asked('Doubt') })],
          after: [ask({ proof: asked('Proof') })],
          optional: [ask({ extra: asked('Extra') })],
        }),
      ]),
    ]),
  ]);

  it('shows before and optional content until it is confirmed', () => {
    expect(shownKeys(made, { answers: { sure: false } })).toEqual(['doubt', 'extra']);
  });
  it('shows the content after, once confirmed', () => {
    expect(shownKeys(made, { answers: { sure: true } })).toEqual(['proof']);
  });
});

describe('a tab group', () => {
  const made = form([
    page('/p', 'P', [
      section('S', [
        tabs('way', 'How?', [
          { id: 'list', label: 'List', blocks: [ask({ item: asked('Item') })] },
          { id: 'upload', label: 'Upload', blocks: [ask({ file: asked('File') })] },
        ]),
      ]),
    ]),
  ]);

  it('shows the default tab when nothing was chosen', () => {
    expect(shownKeys(made, { answers: {} })).toEqual(['item']);
  });
  it('clears the answers of the tabs that are not chosen', () => {
    expect(clearing(made, { answers: { item: 'x', file: 'y' }, tabs: { way: 'upload' } })).toEqual({
      item: '',
    });
  });
});

describe('repeated blocks', () => {
  const made = form([
    page('/p', 'P', [
      section('S', [
        addAnother('College', 'college', 5, (college) => [askUnder(college, { name: asked('Name') })]),
      ]),
      repeat('Courses', 'course', 2, (course) => [askUnder(course, { title: text('Title') })]),
    ]),
  ]);

  it('show one at first', () => {
    expect(shownKeys(made, { answers: {} })).toEqual(['college_name']);
  });
  it('show as many as were added', () => {
    expect(shownKeys(made, { answers: {}, counts: { college: 3 } })).toEqual([
      'college_name',
      'college_2_name',
      'college_3_name',
    ]);
  });
  it('clear the answers of a removed block', () => {
    expect(clearing(made, { answers: { college_2_name: 'x' }, counts: { college: 1 } })).toEqual({
      college_2_name: '',
    });
  });
  it('number their keys from the second on', () => {
    expect([...dataModel(made).keys()].filter((key) => key.startsWith('course'))).toEqual([
      'course_title',
      'course_2_title',
    ]);
  });
});

describe('print lines', () => {
  const made = form([
    page('/p', 'P', [
      section('S', [
        ask({
          likes: ticks('Likes', { tea: 'Tea', milk: 'Milk', water: 'Water' }),
          since: monthYear('Since', [['2026', '2026']]),
          name: text('Name'),
        }),
      ]),
    ]),
  ]);

  it('mark the boxes, in a column when there are more than two', () => {
    const [, likes] = printLines(made, { answers: { likes_tea: true, likes_water: true } })[0]?.lines ?? [];
    expect(likes).toEqual({
      kind: 'answer',
      key: 'likes',
      label: 'Likes',
      text: 'Tea, Water',
      answered: true,
      column: true,
      options: [
        { label: 'Tea', chosen: true },
        { label: 'Milk', chosen: false },
        { label: 'Water', chosen: true },
      ],
    });
  });
  it('say what was not answered', () => {
    const lines = printLines(made, { answers: { since_month: '5', since_year: '2026' } })[0]?.lines ?? [];
    expect(lines.map((line) => ('text' in line ? line.text : line.title))).toEqual([
      'S',
      'Not answered',
      'May 2026',
      'Not answered',
    ]);
  });
});
