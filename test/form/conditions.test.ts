import { describe, expect, it } from 'vitest';
import {
  type Answers,
  answered,
  equals,
  gt,
  gte,
  holds,
  isIn,
  lt,
  lte,
  notAnswered,
  notEquals,
  notIn,
} from '../../shared/form/index.ts';

const answers: Answers = { nine: '9', yes: 'Y', ticked: true, unticked: false, empty: '' };

describe('a condition', () => {
  it.each([
    ['equals compares text', equals('yes', 'Y'), true],
    ['equals compares booleans', equals('ticked', true), true],
    ['notEquals is its opposite', notEquals('yes', 'Y'), false],
    ['notEquals holds for what nobody answered', notEquals('nowhere', 'Y'), true],
    ['lt compares as numbers', lt('nine', 10), true],
    ['lte includes the target', lte('nine', 9), true],
    ['gt leaves the target out', gt('nine', 9), false],
    ['gte includes the target', gte('nine', 9), true],
    ['nothing is less than a number without an answer', lt('empty', 10), false],
    ['answered wants an answer', answered('yes'), true],
    ['answered does not count an empty one', answered('empty'), false],
    ['answered does not count a box that is not ticked', answered('unticked'), false],
    ['notAnswered holds for a box that is not ticked', notAnswered('unticked'), true],
    ['in takes a list', isIn('yes', ['N', 'Y']), true],
    ['notIn takes a list', notIn('yes', ['N', 'Y']), false],
  ])('%s', (_name, condition, expected) => {
    expect(holds(condition, answers)).toBe(expected);
  });
});
