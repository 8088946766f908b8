import { describe, expect, it } from 'vitest';
import {
  type Answers,
  answered,
  equals,
  evaluate,
  gt,
  gte,
  isIn,
  lt,
  lte,
  notAnswered,
  notEquals,
  notIn,
} from '../../../shared/form/index.ts';

const answers: Answers = { nine: '9', yes: 'Y', ticked: true, unticked: false, empty: '' };

describe('a condition', () => {
  it.each([
    ['equals compares text [EN-27] [CC-17]', equals('yes', 'Y'), true],
    ['equals compares booleans [CC-17]', equals('ticked', true), true],
    ['notEquals is its opposite [EN-27] [CC-17]', notEquals('yes', 'Y'), false],
    ['notEquals holds for what nobody answered', notEquals('nowhere', 'Y'), true],
    ['lt compares as numbers [EN-27] [CC-18]', lt('nine', 10), true],
    ['lte includes the target [EN-27] [CC-18]', lte('nine', 9), true],
    ['gt leaves the target out [EN-27] [CC-18]', gt('nine', 9), false],
    ['gte includes the target [EN-27] [CC-18]', gte('nine', 9), true],
    ['nothing is less than a number without an answer', lt('empty', 10), false],
    ['answered wants an answer [EN-27] [CC-19]', answered('yes'), true],
    ['answered does not count an empty one', answered('empty'), false],
    ['answered does not count a box that is not ticked [CC-19]', answered('unticked'), false],
    ['notAnswered holds for a box that is not ticked [EN-27] [CC-19]', notAnswered('unticked'), true],
    ['in takes a list [EN-27] [CC-20]', isIn('yes', ['N', 'Y']), true],
    ['notIn takes a list [EN-27] [CC-20]', notIn('yes', ['N', 'Y']), false],
  ])('%s', (_name, condition, expected) => {
    expect(evaluate(condition, answers)).toBe(expected);
  });
});
