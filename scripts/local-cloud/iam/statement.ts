import * as z from 'zod/mini';

const oneOrMany = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => (typeof value === 'string' ? [value] : value)),
);

const operators = [
  'StringEquals',
  'StringNotEquals',
  'StringLike',
  'StringNotLike',
  'ArnEquals',
  'ArnLike',
  'Bool',
  'Null',
  'ForAllValues:StringEquals',
  'ForAllValues:StringLike',
  'ForAnyValue:StringEquals',
  'ForAnyValue:StringLike',
  'NumericLessThan',
] as const;

const values = z.record(
  z.string(),
  z.pipe(
    z.union([z.string(), z.boolean(), z.number(), z.array(z.string())]),
    z.transform((value) => (Array.isArray(value) ? value : [String(value)])),
  ),
);

/** A policy statement with the supported parts. The start fails for any other part or operator. */
export const statement = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(['Allow', 'Deny']),
  Action: z.optional(oneOrMany),
  NotAction: z.optional(oneOrMany),
  Resource: z.optional(oneOrMany),
  NotResource: z.optional(oneOrMany),
  Principal: z.optional(z.union([z.literal('*'), z.record(z.string(), oneOrMany)])),
  Condition: z.optional(z.partialRecord(z.enum(operators), values)),
});

export const policyDocument = z.strictObject({
  Version: z.optional(z.string()),
  Statement: z.array(statement),
});

export type Statement = z.infer<typeof statement>;
type Operator = (typeof operators)[number];

/** The facts of a call that conditions may ask about. */
export type Context = Readonly<Record<string, string | readonly string[] | undefined>>;

const expressionOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[\\^$+.()|[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );

/** Cache of patterns. They come only from the assembly, so there are few, and every call needs them. */
const expressions = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  const known = expressions.get(pattern) ?? expressionOf(pattern);
  expressions.set(pattern, known);
  return known.test(text);
}

const anyLike = (patterns: readonly string[], text: string) => patterns.some((each) => matches(each, text));
const equal = (wanted: readonly string[], text: string) => wanted.includes(text);

type Test = (wanted: readonly string[], found: readonly string[] | undefined) => boolean;

const some =
  (test: (wanted: readonly string[], one: string) => boolean): Test =>
  (wanted, found) =>
    found?.some((one) => test(wanted, one)) ?? false;
const none =
  (test: (wanted: readonly string[], one: string) => boolean): Test =>
  (wanted, found) =>
    !some(test)(wanted, found);
const all =
  (test: (wanted: readonly string[], one: string) => boolean): Test =>
  (wanted, found) =>
    (found ?? []).every((one) => test(wanted, one));

const tests: Readonly<Record<Operator, Test>> = {
  StringEquals: some(equal),
  StringNotEquals: none(equal),
  StringLike: some(anyLike),
  StringNotLike: none(anyLike),
  ArnEquals: some(anyLike),
  ArnLike: some(anyLike),
  Bool: some(equal),
  Null: (wanted, found) => wanted.includes(String(found === undefined)),
  'ForAllValues:StringEquals': all(equal),
  'ForAllValues:StringLike': all(anyLike),
  'ForAnyValue:StringEquals': some(equal),
  'ForAnyValue:StringLike': some(anyLike),
  NumericLessThan: (wanted, found) =>
    found?.some((one) => wanted.some((each) => Number(one) < Number(each))) ?? false,
};

const conditionHolds = ({ Condition = {} }: Statement, context: Context) =>
  Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys ?? {}).every(([key, wanted]) => {
      const name = Object.keys(context).find((each) => each.toLowerCase() === key.toLowerCase());
      const found = name === undefined ? undefined : context[name];
      return tests[operator as Operator](
        wanted,
        found === undefined ? undefined : [found].flat().map(String),
      );
    }),
  );

const actionMatches = (patterns: readonly string[], action: string) =>
  anyLike(
    patterns.map((each) => each.toLowerCase()),
    action.toLowerCase(),
  );

/**
 * True if a statement applies to this call:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function applies(one: Statement, action: string, resource: string, context: Context): boolean {
  const byAction = one.Action
    ? actionMatches(one.Action, action)
    : !actionMatches(one.NotAction ?? ['*'], action);
  const byResource = one.Resource
    ? anyLike(one.Resource, resource)
    : one.NotResource
      ? !anyLike(one.NotResource, resource)
      : true;
  return byAction && byResource && conditionHolds(one, context);
}

export const principalMatches = ({ Principal }: Statement, kind: string, name: string) => {
  if (Principal === undefined) return false;
  if (Principal === '*') return true;
  return anyLike(Principal[kind] ?? [], name);
};
