import { account } from '../assembly/identity.ts';
import type { RequestedAction } from '../iam/guard.ts';
import { type Kind, partOf, type TransactItem } from './transaction.ts';

type Attribute = Readonly<Record<string, unknown>>;
type BatchWrites = readonly {
  readonly PutRequest?: { readonly Item?: Record<string, Attribute> };
  readonly DeleteRequest?: { readonly Key?: Record<string, Attribute> };
}[];
type BatchKeys = { readonly Keys: readonly Record<string, Attribute>[] };
type Input = {
  readonly TableName?: string;
  readonly SourceTableName?: string;
  readonly IndexName?: string;
  readonly Key?: Record<string, Attribute>;
  readonly Item?: Record<string, Attribute>;
  readonly RequestItems?: Record<string, BatchWrites | BatchKeys>;
  readonly TransactItems?: readonly (TransactItem & { Get?: Input })[];
  readonly ExpressionAttributeValues?: Record<string, Attribute>;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly KeyConditionExpression?: string;
};

export const tableArn = (name: string, region = 'us-east-1') =>
  name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${account}:table/${name}`;

const textOf = (attribute: Attribute | undefined) => {
  const [value] = Object.values(attribute ?? {});
  return typeof value === 'string' ? value : undefined;
};

/** The partition key's value, which the condition key dynamodb:LeadingKeys is about. */
function leadingKey(input: Input, partitionKey: string) {
  const whole = textOf((input.Key ?? input.Item)?.[partitionKey]);
  if (whole !== undefined) return whole;
  const placeholder = /=\s*(:\w+)/.exec(input.KeyConditionExpression ?? '')?.[1];
  return placeholder === undefined ? undefined : textOf(input.ExpressionAttributeValues?.[placeholder]);
}

/** The attributes that a call names. The product gives each attribute of its expressions an alias. */
const attributesOf = ({ Key, Item, ExpressionAttributeNames }: Input): readonly string[] => [
  ...Object.keys({ ...Key, ...Item }),
  ...Object.values(ExpressionAttributeNames ?? {}),
];

const actionOf: Readonly<Record<Kind | 'Get', string>> = {
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
  Get: 'dynamodb:GetItem',
};

const keysOf = (batch: BatchWrites | BatchKeys) =>
  'Keys' in batch
    ? batch.Keys
    : [batch].flat().map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {});

/** The partition of an action, by table and key. */
export const partitionOf = ({ resource, context }: RequestedAction): string =>
  [resource, context?.['dynamodb:LeadingKeys'] ?? ''].flat().join(' ');

const leadingKeysOf = ({ context }: RequestedAction) => [context?.['dynamodb:LeadingKeys'] ?? []].flat();

/**
 * The same actions, each with the keys of all items of its table. AWS documents that LeadingKeys is
 * multivalued and needs ForAllValues, but not its value in a transaction. A policy must therefore allow both
 * readings:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
export const allAtOnce = (deeds: readonly RequestedAction[]): readonly RequestedAction[] =>
  deeds.length < 2
    ? []
    : deeds.map((deed) => ({
        ...deed,
        context: {
          ...deed.context,
          'dynamodb:LeadingKeys': deeds
            .filter(({ resource }) => resource === deed.resource)
            .flatMap(leadingKeysOf),
        },
      }));

/** IAM actions of a DynamoDB call, one for each item. */
export function itemActionsOf(
  operation: string,
  input: Input,
  partitionKeyOf: (table: string) => string,
): readonly RequestedAction[] {
  const deed = (action: string, part: Input): RequestedAction => {
    const table = part.TableName ?? part.SourceTableName ?? '';
    const key = leadingKey(part, partitionKeyOf(table));
    const index = part.IndexName === undefined ? '' : `/index/${part.IndexName}`;
    return {
      action,
      resource: `${tableArn(table)}${index}`,
      context: {
        'dynamodb:LeadingKeys': key === undefined ? undefined : [key],
        'dynamodb:Attributes': attributesOf(part),
      },
    };
  };
  if (operation === 'TransactWriteItems') {
    return (input.TransactItems ?? []).map((each) => {
      const [kind, part] = partOf(each);
      return deed(actionOf[kind], part as Input);
    });
  }
  if (operation === 'TransactGetItems') {
    return (input.TransactItems ?? []).map((each) => deed(actionOf.Get, each.Get ?? {}));
  }
  if (input.RequestItems !== undefined) {
    return Object.entries(input.RequestItems).flatMap(([TableName, batch]) =>
      keysOf(batch).map((Key) => deed(`dynamodb:${operation}`, { TableName, Key })),
    );
  }
  return [deed(`dynamodb:${operation}`, input)];
}
