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

const answers: Answers = { nine: '9', yes: 'Y', checked: true, unchecked: false, empty: '', spaces: '  ' };

describe('a condition', () => {
  it.each([
    ['equals compares text [EN-27] [CC-17]', equals('yes', 'Y'), true],
    ['equals compares booleans [CC-17]', equals('checked', true), true],
    ['notEquals is its opposite [EN-27] [CC-17]', notEquals('yes', 'Y'), false],
    ['notEquals is met by a missing answer', notEquals('nowhere', 'Y'), true],
    ['lt compares as numbers [EN-27] [CC-18]', lt('nine', 10), true],
    ['lte includes the target [EN-27] [CC-18]', lte('nine', 9), true],
    ['lt excludes the target [EN-27] [CC-18]', lt('nine', 9), false],
    ['a text of spaces is not less than a number', lt('spaces', 10), false],
    ['notEquals is met by another answer', notEquals('yes', 'N'), true],
    ['gt is met by a greater number', gt('nine', 8), true],
    ['gt excludes the target [EN-27] [CC-18]', gt('nine', 9), false],
    ['gte includes the target [EN-27] [CC-18]', gte('nine', 9), true],
    ['a missing answer is not less than a number', lt('empty', 10), false],
    ['answered is met by an answer [EN-27] [CC-19]', answered('yes'), true],
    ['answered is not met by an empty answer', answered('empty'), false],
    ['answered is not met by an unchecked checkbox [CC-19]', answered('unchecked'), false],
    ['notAnswered is met by an unchecked checkbox [EN-27] [CC-19]', notAnswered('unchecked'), true],
    ['in takes a list [EN-27] [CC-20]', isIn('yes', ['N', 'Y']), true],
    ['notIn takes a list [EN-27] [CC-20]', notIn('yes', ['N', 'Y']), false],
  ])('%s', (_name, condition, expected) => {
    expect(evaluate(condition, answers)).toBe(expected);
  });
});
