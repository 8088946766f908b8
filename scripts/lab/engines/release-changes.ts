import type { Json, JsonObject, Resource, Stack } from '../../local-cloud/assembly/template.ts';
import {
  intrinsicOf,
  isObject,
  type PropertyType,
  propertiesOf,
  type ResourceProperties,
  schemaOf,
} from './schemas.ts';

/** One effect of a deployment over the last release on existing resources. */
export interface ReleaseChange {
  readonly stack: string;
  readonly id: string;
  readonly message: string;
  /** CloudFormation rejects it, or data is lost. */
  readonly isBlocking: boolean;
}

/** Types whose data or name applicants, staff or backups depend on. */
const stateful: readonly string[] = [
  'AWS::Backup::BackupVault',
  'AWS::Cognito::UserPool',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
];

type Certainty = 'yes' | 'maybe';

interface Cause {
  readonly path: string;
  readonly certainty: Certainty;
}

const entriesOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** True if a value refers to a replaced resource: its name, and every name derived from it, changes. */
type IsMoved = (value: Json | undefined) => boolean;

const differs = (before: Json | undefined, after: Json | undefined, isMoved: IsMoved) =>
  JSON.stringify(before) !== JSON.stringify(after) || isMoved(after);

/** The properties below a value whose change replaces the whole resource. */
function causesIn(
  types: readonly PropertyType[],
  [before, after]: readonly [Json | undefined, Json | undefined],
  path: string,
  isMoved: IsMoved,
): readonly Cause[] {
  if (after === undefined || intrinsicOf(after) !== undefined) return [];
  return types.flatMap((type) => {
    const properties = propertiesOf(type);
    if (properties !== undefined)
      return causesOf(properties, [entriesOf(before), entriesOf(after)], path, isMoved);
    if (type.type !== 'array' || !Array.isArray(after)) return [];
    const earlier: readonly Json[] = Array.isArray(before) ? before : [];
    return after.flatMap((each, index) =>
      causesIn([type.element], [earlier[index], each], `${path}.${index}`, isMoved),
    );
  });
}

function causesOf(
  known: ResourceProperties,
  [before, after]: readonly [JsonObject, JsonObject],
  path: string,
  isMoved: IsMoved,
): readonly Cause[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): readonly Cause[] => {
    const property = known[name];
    const at = `${path}.${name}`;
    if (property === undefined || !differs(before[name], after[name], isMoved)) return [];
    const { causesReplacement = 'no' } = property;
    if (causesReplacement !== 'no') return [{ path: at, certainty: causesReplacement }];
    return causesIn([property.type], [before[name], after[name]], at, isMoved);
  });
}

/** The reason why CloudFormation replaces a resource; undefined if it does not. */
function causeOf(before: Resource, after: Resource, isMoved: IsMoved): Cause | undefined {
  if (before.Type !== after.Type) return { path: 'Type', certainty: 'yes' };
  const properties = [before.Properties ?? {}, after.Properties ?? {}] as const;
  const schema = schemaOf(after.Type);
  if (schema === undefined) {
    // CloudFormation replaces a custom resource if its function returns a new physical id. A changed function
    // may do that.
    const isMovedToken = differs(properties[0].ServiceToken, properties[1].ServiceToken, isMoved);
    return isMovedToken ? { path: 'Properties.ServiceToken', certainty: 'maybe' } : undefined;
  }
  const causes = causesOf(schema.properties, properties, 'Properties', isMoved);
  return causes.find(({ certainty }) => certainty === 'yes') ?? causes[0];
}

/** The resources of a stack that are replaced, including those that refer to a replaced one. */
function replacedIn(before: Stack, after: Stack): ReadonlyMap<string, Cause> {
  const found = new Map<string, Cause>();
  const moved = new Set<string>();
  const isMoved = (value: Json | undefined): boolean => {
    if (Array.isArray(value)) return value.some(isMoved);
    if (!isObject(value)) return false;
    return Object.entries(value).some(([name, of]) =>
      name === 'Ref' || name === 'Fn::GetAtt' ? moved.has(String([of].flat()[0])) : isMoved(of),
    );
  };
  for (let seen = -1; seen < found.size; ) {
    seen = found.size;
    for (const [id, resource] of Object.entries(after.Resources ?? {})) {
      const earlier = before.Resources?.[id];
      const cause = earlier && !found.has(id) ? causeOf(earlier, resource, isMoved) : undefined;
      if (cause !== undefined) found.set(id, cause);
      if (cause?.certainty === 'yes') moved.add(id);
    }
  }
  return found;
}

function changesOfResources(before: Stack, after: Stack | undefined): readonly ReleaseChange[] {
  const replaced = after === undefined ? undefined : replacedIn(before, after);
  return Object.entries(before.Resources ?? {}).flatMap(([id, { Type }]): readonly ReleaseChange[] => {
    const isStateful = stateful.includes(Type);
    const change = { stack: before.name, id };
    const cause = replaced?.get(id);
    if (cause !== undefined) {
      const message = `${Type} ${cause.certainty === 'yes' ? 'is' : 'may be'} replaced: ${cause.path} changed`;
      return [{ ...change, message, isBlocking: isStateful }];
    }
    if (after?.Resources?.[id] !== undefined) return [];
    return [{ ...change, message: `${Type} is removed`, isBlocking: isStateful }];
  });
}

const exportsOf = ({ Outputs = {} }: Stack) =>
  new Map(
    Object.entries(Outputs).flatMap(([id, { Export, Value }]) =>
      Export === undefined ? [] : [[String(Export.Name), { id, value: JSON.stringify(Value) }] as const],
    ),
  );

/** The names of exports that a template imports. */
function importsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, of]) =>
    name === 'Fn::ImportValue' ? [String(of)] : importsIn(of),
  );
}

/**
 * While a stack imports an export, CloudFormation neither deletes the export nor changes its value. A stack
 * that the app no longer has stays deployed, with its exports.
 */
function changesOfExports(
  before: Stack,
  after: Stack | undefined,
  importers: ReadonlyMap<string, readonly string[]>,
): readonly ReleaseChange[] {
  if (after === undefined) return [];
  const kept = exportsOf(after);
  return [...exportsOf(before)].flatMap(([name, { id, value }]): readonly ReleaseChange[] => {
    const stacks = importers.get(name) ?? [];
    const change = kept.has(name) ? 'changes its value' : 'vanishes';
    if (stacks.length === 0 || kept.get(name)?.value === value) return [];
    const message = `the export ${name} ${change} while ${stacks.join(', ')} imports it`;
    return [{ stack: before.name, id, message, isBlocking: true }];
  });
}

/** Compares the stacks of a release with those that would be deployed over it. */
export function releaseChanges(before: readonly Stack[], after: readonly Stack[]): readonly ReleaseChange[] {
  const pairs = before.flatMap((stack) =>
    importsIn(stack.Resources).map((name) => [name, stack.name] as const),
  );
  const importers = new Map(
    pairs.map(([name]) => [
      name,
      [...new Set(pairs.filter(([each]) => each === name).map(([, stack]) => stack))],
    ]),
  );
  return before.flatMap((stack) => {
    const later = after.find(({ name }) => name === stack.name);
    return [...changesOfExports(stack, later, importers), ...changesOfResources(stack, later)];
  });
}
