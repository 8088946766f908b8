import { account } from '../assembly/identity.ts';
import type { Deed } from '../iam/guard.ts';
import { type Kind, partOf, type TransactItem } from './transaction.ts';

type Attribute = Readonly<Record<string, unknown>>;
type Input = {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly Key?: Record<string, Attribute>;
  readonly Item?: Record<string, Attribute>;
  readonly RequestItems?: Record<string, unknown>;
  readonly TransactItems?: readonly (TransactItem & { Get?: Input })[];
  readonly ExpressionAttributeValues?: Record<string, Attribute>;
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

const actionOf: Readonly<Record<Kind | 'Get', string>> = {
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
  Get: 'dynamodb:GetItem',
};

/** What a DynamoDB call does in the words of a policy; a transaction does what each of its parts does. */
export function deedsOf(
  operation: string,
  input: Input,
  partitionKeyOf: (table: string) => string,
): readonly Deed[] {
  const deed = (action: string, part: Input): Deed => {
    const table = part.TableName ?? '';
    const key = leadingKey(part, partitionKeyOf(table));
    const index = part.IndexName === undefined ? '' : `/index/${part.IndexName}`;
    return {
      action,
      resource: `${tableArn(table)}${index}`,
      context: { 'dynamodb:LeadingKeys': key === undefined ? undefined : [key] },
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
    return Object.keys(input.RequestItems).map((TableName) => deed(`dynamodb:${operation}`, { TableName }));
  }
  return [deed(`dynamodb:${operation}`, input)];
}
