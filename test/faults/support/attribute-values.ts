/** A value in the format of the DynamoDB API. */
export interface AttributeValue {
  readonly S?: string;
  readonly N?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly L?: readonly AttributeValue[];
  readonly M?: Attributes;
}
export type Attributes = Readonly<Record<string, AttributeValue>>;
export type Plain = Readonly<Record<string, unknown>>;

function toAttribute(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  if (typeof value === 'object') return { M: toAttributes({ ...value }) };
  throw new Error(`The table in memory stores no ${typeof value}.`);
}

/** Converts an item as the document client does. Omits undefined values, as the product's client does. */
export function toAttributes(item: Plain): Attributes {
  const attributes: Record<string, AttributeValue> = Object.create(null);
  for (const [name, value] of Object.entries(item))
    if (value !== undefined) attributes[name] = toAttribute(value);
  return attributes;
}

function toValue({ S, N, BOOL, L, M }: AttributeValue): unknown {
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (BOOL !== undefined) return BOOL;
  if (L !== undefined) return L.map(toValue);
  return M === undefined ? null : toPlain(M);
}

export function toPlain(attributes: Attributes): Plain {
  const plain: Record<string, unknown> = {};
  for (const name in attributes) plain[name] = toValue(attributes[name] ?? {});
  return plain;
}
