/** An update or a condition of DynamoDB. Build it with `expression`. */
export class Expression {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  /** There is one text more than values. */
  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }
}

/** An attribute whose name is not known to the program, such as an answer key. */
class Attribute {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * An update or a condition with its values in place: expression`SET status = ${status}`. Words that begin in
 * lower case are attributes, and words in upper case are operators. A value can be another expression.
 */
export function expression(strings: TemplateStringsArray, ...values: readonly unknown[]): Expression {
  const texts = [strings[0] ?? ''];
  const flat: unknown[] = [];
  const append = (text = '') => texts.push(`${texts.pop() ?? ''}${text}`);
  for (const [index, value] of values.entries()) {
    if (value instanceof Expression) {
      append(value.texts[0]);
      texts.push(...value.texts.slice(1));
      flat.push(...value.values);
      append(strings[index + 1]);
    } else {
      flat.push(value);
      texts.push(strings[index + 1] ?? '');
    }
  }
  return new Expression(texts, flat);
}

/** An attribute whose name the program does not know. */
export const attribute = (name: string) => new Attribute(name);

/** All of these conditions; undefined without any. */
export const all = (conditions: readonly Expression[]): Expression | undefined =>
  conditions.length === 0 ? undefined : conditions.reduce((one, other) => expression`${one} AND ${other}`);

type Fields = Readonly<Record<string, unknown>>;

/** `one = ${1}, two = ${2}`, without undefined values. */
function assignments(fields: Fields, separator: string): Expression {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  const texts = known.flatMap((_, index) => [index === 0 ? '' : separator, ' = ']);
  return new Expression(
    [...texts, ''],
    known.flatMap(([name, value]) => [new Attribute(name), value]),
  );
}

/** The condition that attributes have these values. */
export const same = (fields: Fields): Expression => assignments(fields, ' AND ');

/** The update that sets these attributes. Those that are undefined keep their values. */
export const set = (fields: Fields): Expression => expression`SET ${assignments(fields, ', ')}`;

/** The conditions that an item does not exist, or exists. */
export const absent = expression`attribute_not_exists(pk)`;
export const exists = expression`attribute_exists(pk)`;

/** Attributes in a text, but no functions. Many attribute names are reserved words of DynamoDB. */
const attributeNames = /(?<![:#\w])[a-z_]\w*(?![\w(])/g;

/** The parameters of a command for its expressions. */
export function parametersOf<Parameter extends string>(
  expressions: Readonly<Record<Parameter, Expression | undefined>>,
) {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const aliasOf = (name: string) => {
    const alias = /^\w+$/.test(name) ? `#${name}` : `#n${Object.keys(names).length}`;
    names[alias] = name;
    return alias;
  };
  const placeholderOf = (value: unknown) => {
    if (value instanceof Attribute) return aliasOf(value.name);
    const placeholder = `:${Object.keys(values).length}`;
    values[placeholder] = value;
    return placeholder;
  };
  const textOf = ({ texts, values: own }: Expression) =>
    texts
      .map((text, index) => {
        const named = text.replace(attributeNames, aliasOf);
        return index < own.length ? `${named}${placeholderOf(own[index])}` : named;
      })
      .join('');
  const written = Object.entries<Expression | undefined>(expressions).map(
    ([parameter, each]) => [parameter, each && textOf(each)] as const,
  );
  return {
    ...(Object.fromEntries(written) as Record<Parameter, string | undefined>),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}
