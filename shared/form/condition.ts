import { type Answers, isEmpty, type Value } from './answers.ts';

/** For the compiler only: the codes that a condition compares with. */
declare const code: unique symbol;

/**
 * A test of one answer, as data. `Key` and `Code` are part of the type. A form does not compile if a
 * condition reads a key that no page asks for. The same applies to a code that the question does not offer.
 */
export type Condition<Key extends string = string, Code extends Value = Value> = {
  readonly key: Key;
  readonly [code]?: Code;
} & (
  | { readonly operator: 'equals' | 'notEquals'; readonly target: Value }
  | { readonly operator: 'lt' | 'lte' | 'gt' | 'gte'; readonly target: number }
  | { readonly operator: 'answered' | 'notAnswered' }
  | { readonly operator: 'in' | 'notIn'; readonly target: readonly Value[] }
);

/** The key that a condition reads, and the codes that it compares the answer with. */
export interface Read<Key extends string = string, Code extends Value = Value> {
  readonly key: Key;
  readonly code: Code;
}
export type ReadOf<C> = C extends { readonly key: infer Key extends string; readonly [code]?: infer Code }
  ? Read<Key, Extract<Code, Value>>
  : never;

const comparison =
  (operator: 'equals' | 'notEquals') =>
  <const Key extends string, const Code extends Value>(key: Key, target: Code): Condition<Key, Code> => ({
    key,
    operator,
    target,
  });
export const equals = comparison('equals');
export const notEquals = comparison('notEquals');

const listing =
  (operator: 'in' | 'notIn') =>
  <const Key extends string, const Code extends Value>(
    key: Key,
    target: readonly Code[],
  ): Condition<Key, Code> => ({ key, operator, target });
export const isIn = listing('in');
export const notIn = listing('notIn');

const limit =
  (operator: 'lt' | 'lte' | 'gt' | 'gte') =>
  <const Key extends string>(key: Key, target: number): Condition<Key, never> => ({ key, operator, target });
export const lt = limit('lt');
export const lte = limit('lte');
export const gt = limit('gt');
export const gte = limit('gte');

const presence =
  (operator: 'answered' | 'notAnswered') =>
  <const Key extends string>(key: Key): Condition<Key, never> => ({ key, operator });
export const answered = presence('answered');
export const notAnswered = presence('notAnswered');

/** NaN for an unanswered question, which is never less or greater than a number. */
const number = (value: Value) =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;

/**
 * Returns true if the answers meet a condition. An unchecked checkbox and text of spaces count as not
 * answered.
 */
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
