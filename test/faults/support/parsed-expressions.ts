import { createRequire } from 'node:module';
import { checkExpressions } from '../../../scripts/local-cloud/dynamodb/expressions.ts';
import { type Attributes, type AttributeValue, type Plain, toAttributes } from './attribute-values.ts';

const require = createRequire(import.meta.url);
const { validateExpressions }: { validateExpressions(data: object): string | undefined } =
  require('dynalite/validations');

/** The expressions of a call, with the names and values that they mention. */
export interface Expressions {
  readonly UpdateExpression?: string | undefined;
  readonly ConditionExpression?: string | undefined;
  readonly KeyConditionExpression?: string | undefined;
  readonly FilterExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Plain | undefined;
}

/** The same as dynalite parses them. */
export interface Parsed {
  readonly _updates?: unknown;
  readonly _condition?: { readonly expression: unknown };
  readonly _keyCondition?: { readonly expression: unknown };
  readonly _filter?: { readonly expression: unknown };
}

/** Parsed expressions with stand-ins for names and values: parsing takes longer than everything else. */
interface Known {
  readonly parsed: Parsed;
  readonly standIns: ReadonlyMap<unknown, string>;
}
const known = new Map<string, Known>();

const typeOf = (value: AttributeValue) => Object.keys(value)[0] ?? '';
const standInFor = (name: string) => `\u0000${name}`;
const validation = (message: string) => Object.assign(new Error(message), { name: 'ValidationException' });

function parse(expressions: Expressions, values: Attributes): Known {
  checkExpressions(expressions);
  const data: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(expressions)) if (value !== undefined) data[name] = value;
  const { ExpressionAttributeNames: names, ExpressionAttributeValues } = expressions;
  if (names !== undefined)
    data.ExpressionAttributeNames = Object.fromEntries(
      Object.keys(names).map((name) => [name, standInFor(name)]),
    );
  const standIns = new Map(Object.entries(values).map(([name, value]) => [{ ...value }, name]));
  if (ExpressionAttributeValues !== undefined)
    data.ExpressionAttributeValues = Object.fromEntries([...standIns].map(([value, name]) => [name, value]));
  const wrong = validateExpressions(data);
  if (typeof wrong === 'string') throw validation(wrong);
  return { parsed: data, standIns };
}

/** Parses the expressions of a call; throws what DynamoDB refuses. */
export function parseExpressions(expressions: Expressions): Parsed {
  const { UpdateExpression, ConditionExpression, KeyConditionExpression, FilterExpression } = expressions;
  if (!(UpdateExpression ?? ConditionExpression ?? KeyConditionExpression ?? FilterExpression)) return {};
  const names = expressions.ExpressionAttributeNames ?? {};
  const values = toAttributes(expressions.ExpressionAttributeValues ?? {});
  let id = `${UpdateExpression}|${ConditionExpression}|${KeyConditionExpression}|${FilterExpression}`;
  for (const name in names) id += name;
  for (const name in values) id += `${name}${typeOf(values[name] ?? {})}`;
  const found = known.get(id) ?? parse(expressions, values);
  known.set(id, found);

  const filledIn = (part: unknown): unknown => {
    if (typeof part === 'string') return part.startsWith('\u0000') ? names[part.slice(1)] : part;
    if (typeof part !== 'object' || part === null) return part;
    const standIn = found.standIns.get(part);
    if (standIn !== undefined) return values[standIn];
    if (Array.isArray(part)) return part.map(filledIn);
    const copy: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(part)) copy[name] = filledIn(inner);
    return copy;
  };
  const { _updates, _condition, _keyCondition, _filter } = found.parsed;
  return {
    ...(_updates !== undefined && { _updates: filledIn(_updates) }),
    ...(_condition && { _condition: filledIn(_condition) as Parsed['_condition'] & object }),
    ...(_keyCondition && { _keyCondition: filledIn(_keyCondition) as Parsed['_keyCondition'] & object }),
    ...(_filter && { _filter: filledIn(_filter) as Parsed['_filter'] & object }),
  };
}
