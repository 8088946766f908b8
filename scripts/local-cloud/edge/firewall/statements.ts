import { LocalCloudError } from '../../error.ts';
import type { Request } from '../../http.ts';
import type { Inspection, Test } from './inspection.ts';
import { managedRules } from './managed-rules.ts';
import { RateCounter } from './rate-counter.ts';

type Given = Readonly<Record<string, unknown>>;
type Reader = (given: never, read: (statement: Given) => Test, where: Where) => Test;

/** Names the rule in errors, and its clock. */
interface Where {
  readonly path: string;
  readonly now: () => number;
}

/**
 * Bytes of a body that AWS WAF inspects, unless a web ACL sets a higher limit:
 * https://docs.aws.amazon.com/waf/latest/developerguide/waf-oversize-request-components.html
 */
const bodyInspected = 16_384;

const fields: Readonly<Record<string, (request: Request, given: { readonly Name?: string }) => string>> = {
  UriPath: ({ url }) => url.pathname,
  QueryString: ({ url }) => url.search.slice(1),
  Method: ({ method }) => method,
  Body: ({ body }) => body.subarray(0, bodyInspected).toString('latin1'),
  SingleHeader: ({ headers }, { Name = '' }) => headers[Name.toLowerCase()] ?? '',
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const transformations: Readonly<Record<string, (text: string) => string>> = {
  NONE: (text) => text,
  LOWERCASE: (text) => text.toLowerCase(),
  URL_DECODE: decoded,
  NORMALIZE_PATH: (text) =>
    new URL(`http://host/${text.replaceAll(/\/+/g, '/').replace(/^\//, '')}`).pathname,
};

const positions: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  EXACTLY: (text, part) => text === part,
  STARTS_WITH: (text, part) => text.startsWith(part),
  ENDS_WITH: (text, part) => text.endsWith(part),
  CONTAINS: (text, part) => text.includes(part),
};

const comparisons: Readonly<Record<string, (size: number, limit: number) => boolean>> = {
  EQ: (size, limit) => size === limit,
  NE: (size, limit) => size !== limit,
  LE: (size, limit) => size <= limit,
  LT: (size, limit) => size < limit,
  GE: (size, limit) => size >= limit,
  GT: (size, limit) => size > limit,
};

function known<T>(table: Readonly<Record<string, T>>, name: string, { path }: Where): T {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found === undefined)
    throw new LocalCloudError(`${path} has a rule with ${name}, which the local cloud does not serve.`);
  return found;
}

interface Field {
  readonly FieldToMatch: Readonly<Record<string, { readonly Name?: string }>>;
  readonly TextTransformations: readonly { readonly Type: string; readonly Priority: number }[];
}

/** The part of a request that a statement inspects, after its transformations. */
function readField({ FieldToMatch, TextTransformations }: Field, where: Where) {
  const [[name, given] = ['', {}]] = Object.entries(FieldToMatch);
  const field = known(fields, name, where);
  const transformed = transformationsOf(TextTransformations, where);
  return (request: Request) => transformed(field(request, given));
}

function transformationsOf(given: Field['TextTransformations'], where: Where): (text: string) => string {
  const steps = [...given]
    .sort((one, other) => one.Priority - other.Priority)
    .map(({ Type }) => known(transformations, Type, where));
  return (value) => steps.reduce((text, step) => step(text), value);
}

interface CustomKey {
  readonly Cookie?: { readonly Name: string; readonly TextTransformations: Field['TextTransformations'] };
}

const cookieIn = (header: string, name: string): string | undefined =>
  header
    .split(/;\s*/)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/**
 * Key of a rate: the address, or one cookie. A request without that cookie is not counted:
 * https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based-aggregation-options.html
 */
function readAggregateKey(
  {
    AggregateKeyType,
    CustomKeys = [],
  }: { readonly AggregateKeyType: string; readonly CustomKeys?: readonly CustomKey[] },
  where: Where,
): (inspection: Inspection) => string | undefined {
  if (AggregateKeyType === 'IP') return ({ address }) => address;
  const [key, ...more] = CustomKeys;
  if (AggregateKeyType !== 'CUSTOM_KEYS' || key?.Cookie === undefined || more.length > 0)
    throw new LocalCloudError(
      `${where.path} counts by ${AggregateKeyType}; the local cloud counts by IP or by one cookie.`,
    );
  const { Name, TextTransformations } = key.Cookie;
  const steps = transformationsOf(TextTransformations, where);
  return ({ request }) => {
    const value = cookieIn(request.headers.cookie ?? '', Name);
    return value === undefined ? undefined : steps(value);
  };
}

interface Many {
  readonly Statements: readonly Given[];
}

const readers: Readonly<Record<string, Reader>> = {
  AndStatement: ({ Statements }: Many, read) => {
    const tests = Statements.map(read);
    return (inspection) => tests.every((test) => test(inspection));
  },
  OrStatement: ({ Statements }: Many, read) => {
    const tests = Statements.map(read);
    return (inspection) => tests.some((test) => test(inspection));
  },
  NotStatement: ({ Statement }: { readonly Statement: Given }, read) => {
    const test = read(Statement);
    return (inspection) => !test(inspection);
  },
  LabelMatchStatement: ({ Scope, Key }: { readonly Scope: string; readonly Key: string }) =>
    Scope === 'LABEL'
      ? ({ labels }) => [...labels].some((label) => label === Key || label.endsWith(`:${Key}`))
      : ({ labels }) => [...labels].some((label) => label.startsWith(Key)),
  ByteMatchStatement: (
    given: Field & { readonly SearchString: string; readonly PositionalConstraint: string },
    _,
    where,
  ) => {
    const field = readField(given, where);
    const matches = known(positions, given.PositionalConstraint, where);
    return ({ request }) => matches(field(request), given.SearchString);
  },
  SizeConstraintStatement: (
    given: Field & { readonly ComparisonOperator: string; readonly Size: number | string },
    _,
    where,
  ) => {
    const field = readField(given, where);
    const compares = known(comparisons, given.ComparisonOperator, where);
    return ({ request }) => compares(field(request).length, Number(given.Size));
  },
  RateBasedStatement: (
    given: {
      readonly Limit: number | string;
      readonly EvaluationWindowSec?: number | string;
      readonly AggregateKeyType: string;
      readonly CustomKeys?: readonly CustomKey[];
      readonly ScopeDownStatement?: Given;
    },
    read,
    where,
  ) => {
    const keyOf = readAggregateKey(given, where);
    const isCounted = given.ScopeDownStatement ? read(given.ScopeDownStatement) : () => true;
    const seconds = Number(given.EvaluationWindowSec ?? 300);
    const counter = new RateCounter({ limit: Number(given.Limit), seconds }, where.now);
    return (inspection) => {
      const key = isCounted(inspection) ? keyOf(inspection) : undefined;
      return key !== undefined && counter.isOver(key);
    };
  },
  ManagedRuleGroupStatement: (given: Parameters<typeof managedRules>[0]) => managedRules(given),
};

/** Reads a statement of a rule. Throws if it is not supported. */
export function readStatement(statement: Given, where: Where): Test {
  const [[kind, given] = ['', {}]] = Object.entries(statement);
  return known(readers, kind, where)(given as never, (inner) => readStatement(inner, where), where);
}
