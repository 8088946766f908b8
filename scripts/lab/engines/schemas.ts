import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { Json, JsonObject, Resource, Stack } from '../../local-cloud/assembly/template.ts';

/** A place in a template, and what is wrong there. */
export interface Violation {
  readonly stack: string;
  readonly id: string;
  readonly path: string;
  readonly message: string;
}

type Found = Pick<Violation, 'path' | 'message'>;

const database = loadAwsServiceSpecSync();

export const schemaOf = (type: string) =>
  database.lookup('resource', 'cloudFormationType', 'equals', type)[0];

export type ResourceProperties = NonNullable<ReturnType<typeof schemaOf>>['properties'];
type Property = ResourceProperties[string];
export type PropertyType = Property['type'];

/** The types that a property may have. Earlier types are still accepted by CloudFormation. */
const typesOf = ({ type, previousTypes = [] }: Property): readonly PropertyType[] => [type, ...previousTypes];

/** The properties of an object type. Undefined for every other type. */
export const propertiesOf = (type: PropertyType): ResourceProperties | undefined =>
  type.type === 'ref' ? database.get('typeDefinition', type.reference).properties : undefined;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name of a function of CloudFormation, whose result only a deployment has. */
export function intrinsicOf(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  const [name = '', ...more] = Object.keys(value);
  return more.length === 0 && (name === 'Ref' || name.startsWith('Fn::')) ? name : undefined;
}

const shown = (value: Json) => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

const isText = (value: Json) => typeof value === 'string';
const isNumber = (value: Json) =>
  typeof value === 'number' || (isText(value) && /^-?[\d.]+$/.test(String(value)));

/** CloudFormation accepts numbers and booleans as text, and text as numbers and booleans. */
const primitives: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => ['string', 'number', 'boolean'].includes(typeof value),
  'date-time': isText,
  number: isNumber,
  integer: (value) => isNumber(value) && Number.isInteger(Number(value)),
  boolean: (value) => typeof value === 'boolean' || value === 'true' || value === 'false',
  json: (value) => isObject(value) || isText(value),
  null: (value) => value === null,
  tag: (value) => isObject(value) && isText(value.Key ?? null) && value.Value !== undefined,
};

const expected = (path: string, value: Json, what: string): readonly Found[] => [
  { path, message: `${shown(value)} is no ${what}` },
];

/** The shortest list of problems among the possible types. */
function bestOf(value: Json, types: readonly PropertyType[], path: string): readonly Found[] {
  const [first = [], ...others] = types.map((type) => problemsOfValue(value, type, path));
  return others.reduce((best, each) => (each.length < best.length ? each : best), first);
}

function problemsOfValue(value: Json, type: PropertyType, path: string): readonly Found[] {
  if (intrinsicOf(value) !== undefined) return [];
  if (type.type === 'union') return bestOf(value, type.types, path);
  const properties = propertiesOf(type);
  if (properties !== undefined)
    return isObject(value) ? problemsOfProperties(value, properties, path) : expected(path, value, 'object');
  if (type.type === 'array')
    return Array.isArray(value)
      ? value.flatMap((each, index) => problemsOfValue(each, type.element, `${path}.${index}`))
      : expected(path, value, 'list');
  if (type.type === 'map')
    return isObject(value)
      ? Object.entries(value).flatMap(([name, each]) =>
          problemsOfValue(each, type.element, `${path}.${name}`),
        )
      : expected(path, value, 'map');
  if (!primitives[type.type]?.(value)) return expected(path, value, type.type);
  const allowed: readonly (string | number)[] = 'allowedValues' in type ? (type.allowedValues ?? []) : [];
  const isAllowed = allowed.length === 0 || allowed.map(String).includes(String(value));
  return isAllowed ? [] : [{ path, message: `${shown(value)} is none of ${allowed.join(', ')}` }];
}

function problemsOfProperties(given: JsonObject, known: ResourceProperties, path: string): readonly Found[] {
  const missing = Object.entries(known)
    .filter(([name, { required }]) => required && given[name] === undefined)
    .map(([name]) => ({ path: `${path}.${name}`, message: 'is required and missing' }));
  const found = Object.entries(given).flatMap(([name, value]) => {
    const property = known[name];
    const at = `${path}.${name}`;
    if (property === undefined) return [{ path: at, message: 'no such property' }];
    return bestOf(value, typesOf(property), at);
  });
  return [...missing, ...found];
}

/** A custom resource, whose properties and attributes no schema has. */
const isCustom = (type: string) =>
  type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource';

function problemsOfResource({ Type, Properties = {} }: Resource): readonly Found[] {
  if (isCustom(Type)) return [];
  const schema = schemaOf(Type);
  if (schema === undefined) return [{ path: 'Type', message: `${Type} is no type of the schemas` }];
  return problemsOfProperties(Properties, schema.properties, 'Properties');
}

const pseudoParameter =
  /^AWS::(AccountId|NoValue|NotificationARNs|Partition|Region|StackId|StackName|URLSuffix)$/;

/** An attribute that Fn::GetAtt can read. */
function hasAttribute(type: string, attribute: string): boolean {
  const schema = schemaOf(type);
  return isCustom(type) || Object.hasOwn(schema?.attributes ?? {}, attribute);
}

/** References of one value, also inside the text of Fn::Sub. */
function referencesIn(value: Json, path: string): readonly { readonly path: string; readonly to: string }[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => referencesIn(each, `${path}.${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, of]) => {
    const at = `${path}.${name}`;
    if (name === 'Ref' && isText(of)) return [{ path: at, to: String(of) }];
    if (name === 'Fn::GetAtt') return [{ path: at, to: [of].flat().join('.') }];
    if (name === 'Fn::Sub' && isText(of))
      return [...String(of).matchAll(/\$\{([^!}][^}]*)\}/g)].map(([, to = '']) => ({ path: at, to }));
    return referencesIn(of, at);
  });
}

function problemsOfReferences(value: Json, stack: Stack, path: string): readonly Found[] {
  return referencesIn(value, path).flatMap(({ path: at, to }) => {
    const [id = '', ...rest] = to.split('.');
    const resource = stack.Resources?.[id];
    const isKnown = resource ?? stack.Parameters?.[id] ?? pseudoParameter.test(id);
    if (!isKnown) return [{ path: at, message: `${id} is no resource of this stack` }];
    const attribute = rest.join('.');
    if (attribute === '' || resource === undefined || hasAttribute(resource.Type, attribute)) return [];
    return [{ path: at, message: `${resource.Type} has no attribute ${attribute}` }];
  });
}

/**
 * Compares every resource, reference and output of the stacks with the official schemas of CloudFormation.
 */
export const violationsIn = (stacks: readonly Stack[]): readonly Violation[] =>
  stacks.flatMap((stack) => {
    const resources = Object.entries(stack.Resources ?? {}).flatMap(([id, each]) => [
      ...problemsOfResource(each).map((found) => ({ id, ...found })),
      ...problemsOfReferences(each.Properties ?? {}, stack, 'Properties').map((found) => ({ id, ...found })),
    ]);
    const outputs = Object.entries(stack.Outputs ?? {}).flatMap(([id, { Value }]) =>
      problemsOfReferences(Value, stack, 'Value').map((found) => ({ id, ...found })),
    );
    return [...resources, ...outputs].map((found) => ({ stack: stack.name, ...found }));
  });
