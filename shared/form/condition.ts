import { type Answers, isEmpty, type Value } from './answers.ts';

/** A test on one answer, as data. `Key` stays in the type, so that a form can prove that every key it reads is asked. */
export type Condition<Key extends string = string> = { readonly key: Key } & (
  | { readonly operator: 'equals' | 'notEquals'; readonly target: Value }
  | { readonly operator: 'lt' | 'lte' | 'gt' | 'gte'; readonly target: number }
  | { readonly operator: 'answered' | 'notAnswered' }
  | { readonly operator: 'in' | 'notIn'; readonly target: readonly Value[] }
);

export const equals = <const Key extends string>(key: Key, target: Value): Condition<Key> => ({
  key,
  operator: 'equals',
  target,
});
export const notEquals = <const Key extends string>(key: Key, target: Value): Condition<Key> => ({
  key,
  operator: 'notEquals',
  target,
});
export const lt = <const Key extends string>(key: Key, target: number): Condition<Key> => ({
  key,
  operator: 'lt',
  target,
});
export const lte = <const Key extends string>(key: Key, target: number): Condition<Key> => ({
  key,
  operator: 'lte',
  target,
});
export const gt = <const Key extends string>(key: Key, target: number): Condition<Key> => ({
  key,
  operator: 'gt',
  target,
});
export const gte = <const Key extends string>(key: Key, target: number): Condition<Key> => ({
  key,
  operator: 'gte',
  target,
});
export const answered = <const Key extends string>(key: Key): Condition<Key> => ({
  key,
  operator: 'answered',
});
export const notAnswered = <const Key extends string>(key: Key): Condition<Key> => ({
  key,
  operator: 'notAnswered',
});
export const isIn = <const Key extends string>(key: Key, target: readonly Value[]): Condition<Key> => ({
  key,
  operator: 'in',
  target,
});
export const notIn = <const Key extends string>(key: Key, target: readonly Value[]): Condition<Key> => ({
  key,
  operator: 'notIn',
  target,
});

/** An unanswered question is never less or greater than anything. */
const number = (value: Value) =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;

/** A tick that is false counts as not answered (decision D-76), and so do spaces. */
export function evaluate(condition: Condition, answers: Answers): boolean {
  const value = answers[condition.key] ?? '';
  switch (condition.operator) {
    case 'equals':
      return value === condition.target;
    case 'notEquals':
      return value !== condition.target;
    case 'lt':
      return number(value) < condition.target;
    case 'lte':
      return number(value) <= condition.target;
    case 'gt':
      return number(value) > condition.target;
    case 'gte':
      return number(value) >= condition.target;
    case 'answered':
      return !isEmpty(value);
    case 'notAnswered':
      return isEmpty(value);
    case 'in':
      return condition.target.includes(value);
    case 'notIn':
      return !condition.target.includes(value);
  }
}
