import type { Value } from './answers.ts';
import type { Condition } from './condition.ts';

type Target = Value | number;

const verbs: Readonly<Record<Condition['operator'], string>> = {
  equals: 'is',
  in: 'is',
  notEquals: 'is not',
  notIn: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  answered: 'is answered',
  notAnswered: 'is not answered',
};

/** The values that a condition compares an answer with. */
export const targetsOf = (condition: Condition): readonly Target[] =>
  'target' in condition ? [condition.target].flat() : [];

/** A condition in words, such as 'Felony is Yes', with the given names for its question and its values. */
export const conditionWords = (
  condition: Condition,
  name: string,
  nameOf: (target: Target) => string,
): string => {
  const targets = targetsOf(condition).map((target) => nameOf(target));
  return [name, verbs[condition.operator], ...(targets.length > 0 ? [targets.join(' or ')] : [])].join(' ');
};
