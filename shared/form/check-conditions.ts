import type { Answers, Value } from './answers.ts';
import { type Condition, evaluate } from './condition.ts';
import { type ConfigurationError, configurationError } from './configuration-error.ts';
import { dataModel } from './data-model.ts';
import type { Form } from './form.ts';
import type { Question } from './question.ts';
import type { VisibilityRule } from './visibility.ts';
import { type PlacedQuestion, walk } from './walk.ts';

const requiredConditions = ({ requiredWhen = [] }: Question): readonly Condition[] =>
  requiredWhen.flatMap(({ when = [] }) => when);

const ruleConditions = (rules: readonly VisibilityRule[]): readonly Condition[] =>
  rules.flatMap((rule) => (rule.on === 'answer' ? [rule.condition] : []));

const conditionsOf = ({ rules, question }: PlacedQuestion): readonly Condition[] => [
  ...ruleConditions(rules),
  ...requiredConditions(question),
  ...('digitsWhen' in question && question.digitsWhen !== undefined ? [question.digitsWhen] : []),
];

const internationalKey = (question: Question): readonly string[] =>
  'international' in question && question.international !== undefined ? [question.international] : [];

function findUnaskedKeys(form: Form): readonly ConfigurationError[] {
  const read = new Set(
    walk(form).questions.flatMap((placed) => [
      ...conditionsOf(placed).map(({ key }) => key),
      ...internationalKey(placed.question),
    ]),
  );
  return [...read]
    .filter((key) => !dataModel(form).has(key))
    .map((key) =>
      configurationError('condition on an unasked key', `a condition reads ${key}, which no page asks.`, key),
    );
}

/** The possible answers of each key, from all questions with that key. A typed answer has no entry. */
type Choices = ReadonlyMap<string, ReadonlySet<Value>>;

const codesOf = (question: Question): readonly Value[] | undefined => {
  if (question.kind === 'select' || question.kind === 'radio') return question.options.map(([code]) => code);
  if (question.kind === 'dependentSelect')
    return Object.values(question.optionsFor).flatMap((options) => options.map(([code]) => code));
  return question.kind === 'checkbox' || question.kind === 'checkboxes' ? [true, false] : undefined;
};

function choicesOf(form: Form): Choices {
  const choices = new Map<string, Set<Value>>();
  for (const { keys, question } of walk(form).questions) {
    const codes = codesOf(question);
    if (codes === undefined) continue;
    for (const key of keys.filter((stored) => !stored.endsWith('_desc'))) {
      const known = choices.get(key) ?? new Set();
      for (const code of codes) known.add(code);
      choices.set(key, known);
    }
  }
  return choices;
}

function targetsOf(condition: Condition): readonly Value[] {
  if (condition.operator === 'equals' || condition.operator === 'notEquals') return [condition.target];
  return condition.operator === 'in' || condition.operator === 'notIn' ? condition.target : [];
}

function findUnknownCodes(form: Form, choices: Choices): readonly ConfigurationError[] {
  const unknown = walk(form).questions.flatMap((placed) =>
    conditionsOf(placed).flatMap((condition) =>
      targetsOf(condition)
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
  ...conditions.flatMap((condition) => {
    if (!('target' in condition)) return [];
    if (typeof condition.target !== 'number') return targetsOf(condition);
    return [condition.target - 1, condition.target, condition.target + 1].map(String);
  }),
];

const isMetBy = (rule: VisibilityRule & { on: 'answer' }, answers: Answers): boolean =>
  evaluate(rule.condition, answers) === rule.holds;

/**
 * Returns true if some answer meets all rules on its key. Rules on different keys never exclude each other by
 * themselves.
 */
function canMeet(
  rules: readonly (VisibilityRule & { on: 'answer' })[],
  key: string,
  choices: Choices,
): boolean {
  const candidates = choices.get(key) ?? sampleValues(rules.map(({ condition }) => condition));
  return ['', ...candidates].some((value) => rules.every((rule) => isMetBy(rule, { [key]: value })));
}

function isReachable(rules: readonly VisibilityRule[], choices: Choices): boolean {
  const byKey = Map.groupBy(
    rules.filter((rule) => rule.on === 'answer'),
    ({ condition }) => condition.key,
  );
  const tabs = Map.groupBy(
    rules.filter((rule) => rule.on === 'tab'),
    ({ group }) => group,
  );
  return (
    [...byKey].every(([key, onKey]) => canMeet(onKey, key, choices)) &&
    [...tabs.values()].every((inGroup) => new Set(inGroup.map(({ tab }) => tab)).size === 1)
  );
}

function findUnreachable(form: Form, choices: Choices): readonly ConfigurationError[] {
  const { questions, blockingNotices } = walk(form);
  const placed = [...questions, ...blockingNotices];
  // Questions of one branch share one list of rules, so each list is tried once.
  const unreachable = new Set(
    [...new Set(placed.map(({ rules }) => rules))].filter((rules) => !isReachable(rules, choices)),
  );
  return placed
    .filter(({ rules }) => unreachable.has(rules))
    .map(({ key }) =>
      configurationError('unreachable', `${key} never shows: its conditions exclude each other.`, key),
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
