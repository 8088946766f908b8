import * as z from 'zod/mini';
import type { Contract } from '../../shared/api/contract.ts';
import { contracts } from '../../shared/api/contracts.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** The most bytes of a character in JSON: an escape such as `\ufffd`. */
const characterBytes = 6;
const numberBytes = 24;

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
/** Quotation marks, colon and comma included. */
const memberBytes = ([name, value]: [string, unknown]) => name.length + 4 + maxBytes(value as Schema);

const sizes: Readonly<Record<string, (schema: Schema) => number>> = {
  string: ({ maxLength = Number.POSITIVE_INFINITY }) => maxLength * characterBytes + 2,
  integer: () => numberBytes,
  boolean: () => 'false'.length,
  array: ({ maxItems = Number.POSITIVE_INFINITY, items }) => maxItems * (maxBytes(items as Schema) + 1) + 2,
  object: ({ properties = {}, additionalProperties }) =>
    additionalProperties === false
      ? sum(Object.entries(properties).map(memberBytes)) + 2
      : Number.POSITIVE_INFINITY,
};

/** The largest JSON of a schema, in bytes. Infinite where only the function limits it. */
function maxBytes(schema: Schema): number {
  if (schema.anyOf !== undefined) return Math.max(...schema.anyOf.map((each) => maxBytes(each as Schema)));
  if (schema.enum !== undefined) return Math.max(...schema.enum.map((each) => JSON.stringify(each).length));
  return sizes[String(schema.type)]?.(schema) ?? Number.POSITIVE_INFINITY;
}

const maxBodyBytesOf = ({ body }: Contract): number =>
  body === undefined ? 0 : maxBytes(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));

/** The beginnings of the paths of calls whose contracts accept a body of more bytes. */
export const pathsWithBodiesOver = (bytes: number): readonly string[] => [
  ...new Set(
    Object.values(contracts)
      .flatMap((group): readonly Contract[] => Object.values(group))
      .filter((contract) => maxBodyBytesOf(contract) > bytes)
      .map(({ route }) => route.path.split('{', 1).join()),
  ),
];
