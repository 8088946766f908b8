import * as z from 'zod/mini';

const option = z.object({ const: z.string(), title: z.string() });
const answer = z.object({ title: z.string(), properties: z.object({ value: z.looseObject({}) }) });

/** The compared parts of a schema from json-schema.ts. */
export const packageSchemaFile = z.looseObject({
  'x-format': z.number(),
  'x-form-version': z.string(),
  properties: z.looseObject({ answers: z.looseObject({ properties: z.record(z.string(), answer) }) }),
  $defs: z.record(z.string(), z.looseObject({ anyOf: z.optional(z.array(option)) })),
});
export type PackageSchema = z.output<typeof packageSchemaFile>;

/**
 * One difference, and whether a receiving system must act on it because it may get data that it does not
 * know.
 */
export interface SchemaChange {
  readonly change:
    | 'format changed'
    | 'member added'
    | 'member removed'
    | 'key added'
    | 'key removed'
    | 'question changed'
    | 'value changed'
    | 'option added'
    | 'option removed'
    | 'label changed';
  readonly key: string;
  readonly before?: string;
  readonly after?: string;
}

const answersIn = ({ properties: { answers } }: PackageSchema) => answers.properties;

/**
 * The options of a key by their code, with all labels that a code has; undefined where any text is an answer.
 */
function optionsAt(schema: PackageSchema, key: string): ReadonlyMap<string, string> | undefined {
  const { $ref } = answersIn(schema)[key]?.properties.value ?? {};
  const list = typeof $ref === 'string' ? schema.$defs[$ref.replace('#/$defs/', '')]?.anyOf : undefined;
  if (list === undefined) return undefined;
  const labels = new Map<string, string>();
  for (const each of list)
    labels.set(each.const, [labels.get(each.const), each.title].filter(Boolean).join(' / '));
  return labels;
}

function optionChanges(
  key: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly SchemaChange[] {
  const named = (code: string, label = '') => `${code}: ${label}`;
  const removed = [...before].flatMap(([code, label]): SchemaChange[] =>
    after.has(code) ? [] : [{ change: 'option removed', key, before: named(code, label) }],
  );
  const others = [...after].flatMap(([code, label]): SchemaChange[] => {
    const earlier = before.get(code);
    if (earlier === undefined) return [{ change: 'option added', key, after: named(code, label) }];
    if (earlier === label) return [];
    return [{ change: 'label changed', key, before: named(code, earlier), after: named(code, label) }];
  });
  return [...removed, ...others];
}

/** A list can be renamed without a change of its options. */
const valueAt = (schema: PackageSchema, key: string): string => {
  const value = answersIn(schema)[key]?.properties.value ?? {};
  return '$ref' in value ? 'one of a list' : JSON.stringify(value);
};

function answerChanges(key: string, before: PackageSchema, after: PackageSchema): readonly SchemaChange[] {
  const [titles, values] = [before, after].map((schema) => answersIn(schema)[key]?.title ?? '');
  const [earlier, later] = [valueAt(before, key), valueAt(after, key)];
  const [optionsBefore, optionsAfter] = [optionsAt(before, key), optionsAt(after, key)];
  return [
    ...(titles === values
      ? []
      : [{ change: 'question changed', key, before: titles, after: values } as const]),
    ...(earlier === later ? [] : [{ change: 'value changed', key, before: earlier, after: later } as const]),
    ...(optionsBefore && optionsAfter ? optionChanges(key, optionsBefore, optionsAfter) : []),
  ];
}

/** Changes of package members other than the answers. */
function memberChanges(before: PackageSchema, after: PackageSchema): readonly SchemaChange[] {
  const [earlier, later] = [before, after].map(({ properties }) => new Set(Object.keys(properties)));
  const only = (these: ReadonlySet<string> = new Set(), others: ReadonlySet<string> = new Set()) =>
    [...these].filter((key) => !others.has(key));
  return [
    ...only(earlier, later).map((key) => ({ change: 'member removed', key }) as const),
    ...only(later, earlier).map((key) => ({ change: 'member added', key }) as const),
  ];
}

/** Differences that matter to a receiving system before it gets packages of another form version. */
export function schemaChanges(before: PackageSchema, after: PackageSchema): readonly SchemaChange[] {
  const [earlier, later] = [answersIn(before), answersIn(after)];
  const formats = [before, after].map((schema) => String(schema['x-format']));
  return [
    ...(formats[0] === formats[1]
      ? []
      : [{ change: 'format changed', key: '', before: formats[0] ?? '', after: formats[1] ?? '' } as const]),
    ...memberChanges(before, after),
    ...Object.entries(earlier).flatMap(([key, { title }]): SchemaChange[] =>
      key in later ? [] : [{ change: 'key removed', key, before: title }],
    ),
    ...Object.entries(later).flatMap(([key, { title }]): readonly SchemaChange[] =>
      key in earlier ? answerChanges(key, before, after) : [{ change: 'key added', key, after: title }],
    ),
  ];
}
