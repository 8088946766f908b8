import type { Value } from './answers.ts';
import type { Condition } from './condition.ts';
import { targetsOf } from './condition-words.ts';
import { type ConfigurationError, configurationError, configurationErrors } from './configuration-error.ts';
import { dataModel } from './data-model.ts';
import type { Form } from './form.ts';
import { allOptions } from './options.ts';
import { isChoice, type Question } from './question.ts';
import { isVisible, type VisibilityRule } from './visibility.ts';
import { type PlacedQuestion, storedKeys, walk } from './walk.ts';

const conditionsOf = ({ rules, question }: PlacedQuestion): readonly Condition[] => [
  ...rules.flatMap((rule) => (rule.on === 'answer' ? [rule.condition] : [])),
  ...(question.requiredWhen ?? []).flatMap(({ when = [] }) => when),
  ...('digitsWhen' in question && question.digitsWhen ? [question.digitsWhen] : []),
];

function findUnaskedKeys(form: Form): readonly ConfigurationError[] {
  const read = new Set<string>();
  for (const placed of walk(form).questions) {
    for (const { key } of conditionsOf(placed)) read.add(key);
    if ('international' in placed.question && placed.question.international)
      read.add(placed.question.international);
  }
  return configurationErrors(
    'condition on an unasked key',
    [...read].filter((key) => !dataModel(form).has(key)),
    (key) => `a condition reads ${key}, which no page asks.`,
  );
}

/** The possible answers of each key, from all questions with that key. A typed answer has no entry. */
type Choices = ReadonlyMap<string, ReadonlySet<Value>>;

function codesOf(question: Question): readonly Value[] | undefined {
  if (isChoice(question)) return allOptions(question).map(([code]) => code);
  return question.kind === 'checkbox' || question.kind === 'checkboxes' ? [true, false] : undefined;
}

function choicesOf(form: Form): Choices {
  const choices = new Map<string, ReadonlySet<Value>>();
  for (const { key, question } of walk(form).questions) {
    const codes = codesOf(question);
    if (codes === undefined) continue;
    for (const stored of storedKeys(key, question))
      choices.set(stored, new Set([...(choices.get(stored) ?? []), ...codes]));
  }
  return choices;
}

function findUnknownCodes(form: Form, choices: Choices): readonly ConfigurationError[] {
  const unknown = walk(form).questions.flatMap((placed) =>
    conditionsOf(placed).flatMap((condition) =>
      targetsOf(condition)
        .filter((target) => typeof target !== 'number')
        .filter((target) => target !== '' && choices.get(condition.key)?.has(target) === false)
        .map((target) => ({ key: condition.key, target })),
    ),
  );
  const distinct = new Map(unknown.map((code) => [`${code.key} ${code.target}`, code]));
  return [...distinct.values()].map(({ key, target }) =>
    configurationError(
      'condition on an unknown code',
      `a condition compares ${key} with ${target}, which is not one of its options.`,
      key,
    ),
  );
}

/** Sample values for a typed answer: any text, and values at and around the targets of its conditions. */
const sampleValues = (conditions: readonly Condition[]): readonly Value[] => [
  'something',
  ...conditions
    .flatMap(targetsOf)
    .flatMap((target) =>
      typeof target === 'number' ? [target - 1, target, target + 1].map(String) : [target],
    ),
];

/**
 * Returns true if some answer meets all rules on its key, and no two rules want different tabs of a group.
 * Rules on different keys never exclude each other by themselves.
 */
function isReachable(rules: readonly VisibilityRule[], choices: Choices): boolean {
  const byKey = Map.groupBy(
    rules.filter((rule) => rule.on === 'answer'),
    ({ condition }) => condition.key,
  );
  const tabs = rules.filter((rule) => rule.on === 'tab');
  return (
    [...byKey].every(([key, onKey]) => {
      const candidates = choices.get(key) ?? sampleValues(onKey.map(({ condition }) => condition));
      return ['', ...candidates].some((value) => isVisible(onKey, { answers: { [key]: value } }));
    }) && tabs.every(({ group, tab }) => tabs.every((other) => other.group !== group || other.tab === tab))
  );
}

function findUnreachable(form: Form, choices: Choices): readonly ConfigurationError[] {
  const placed = [...walk(form).questions, ...walk(form).blockingNotices];
  // Questions of one branch share one list of rules, so each list is tried once.
  const unreachable = new Set(
    [...new Set(placed.map(({ rules }) => rules))].filter((rules) => !isReachable(rules, choices)),
  );
  return configurationErrors(
    'unreachable',
    placed.filter(({ rules }) => unreachable.has(rules)).map(({ key }) => key),
    (key) => `${key} never shows: its conditions exclude each other.`,
  );
}

/** The errors in the conditions of a form. */
export function checkConditions(form: Form): readonly ConfigurationError[] {
  const choices = choicesOf(form);
  const unknown = findUnknownCodes(form, choices);
  // A condition on an unknown code is never met. It is reported as such, and not also as unreachable.
  return [
    ...findUnaskedKeys(form),
    ...unknown,
    ...(unknown.length > 0 ? [] : findUnreachable(form, choices)),
  ];
}
