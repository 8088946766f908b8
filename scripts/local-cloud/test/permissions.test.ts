import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { applies, type Statement } from '../iam/statement.ts';
import { executionEnded, startExecution, withFixture } from './fixture.ts';

const fixture = withFixture();
const worker = () => DynamoDBDocumentClient.from(new DynamoDBClient(fixture().asWorker));
const table = () => fixture().names.table;
const denied = { name: 'AccessDeniedException' };

const statementOf = (sid: string) => {
  const found = fixture()
    .cloud.statements()
    .find(({ statement }) => statement.Sid === sid);
  if (found === undefined) throw new Error(`No statement ${sid}`);
  return found;
};

describe('IAM: the calls of a role', () => {
  it('are allowed by a statement and otherwise denied with action and resource', async () => {
    await worker().send(new PutCommand({ TableName: table(), Item: { pk: 'APP#1', sk: 'META' } }));
    const update = worker().send(
      new UpdateCommand({
        TableName: table(),
        Key: { pk: 'APP#1', sk: 'META' },
        UpdateExpression: 'SET n = :n',
        ExpressionAttributeValues: { ':n': 1 },
      }),
    );
    const arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${table()}`;
    await expect(update).rejects.toMatchObject({
      ...denied,
      message: expect.stringContaining(`dynamodb:UpdateItem on resource: ${arn}`),
    });
  });

  it('are limited to the partitions named by a condition', async () => {
    const get = (pk: string) =>
      worker().send(new GetCommand({ TableName: table(), Key: { pk, sk: 'META' } }));
    const query = (pk: string) =>
      worker().send(
        new QueryCommand({
          TableName: table(),
          KeyConditionExpression: 'pk = :p',
          ExpressionAttributeValues: { ':p': pk },
        }),
      );
    await get('APP#1');
    await query('APP#1');
    await expect(get('SESSION#1')).rejects.toMatchObject(denied);
    await expect(query('SESSION#1')).rejects.toMatchObject(denied);
  });

  it('are checked for every part of a transaction', async () => {
    const put = { Put: { TableName: table(), Item: { pk: 'APP#2', sk: 'META' } } };
    await worker().send(new TransactWriteCommand({ TransactItems: [put] }));
    const remove = { Delete: { TableName: table(), Key: { pk: 'APP#1', sk: 'META' } } };
    await expect(worker().send(new TransactWriteCommand({ TransactItems: [put, remove] }))).rejects.toThrow(
      /dynamodb:DeleteItem/,
    );
    const other = { Put: { TableName: table(), Item: { pk: 'OTHER', sk: 'META' } } };
    await expect(worker().send(new TransactWriteCommand({ TransactItems: [put, other] }))).rejects.toThrow(
      /dynamodb:PutItem/,
    );
  });

  it('are checked for every item of a batch', async () => {
    const write = (...keys: string[]) =>
      worker().send(
        new BatchWriteCommand({
          RequestItems: { [table()]: keys.map((pk) => ({ PutRequest: { Item: { pk, sk: 'BATCH' } } })) },
        }),
      );
    await write('APP#3', 'APP#4');
    await expect(write('APP#3', 'OTHER')).rejects.toThrow(/dynamodb:BatchWriteItem/);
  });

  it('see all partitions of a transaction or batch together, so one statement has to name them all', async () => {
    const keys = ['APP#5', 'NOTE#5'];
    const put = (pk: string) => ({ Put: { TableName: table(), Item: { pk, sk: 'META' } } });
    const together = (...pks: string[]) =>
      worker().send(new TransactWriteCommand({ TransactItems: pks.map(put) }));
    for (const each of keys) await together(each);
    await expect(together(...keys)).rejects.toThrow(/dynamodb:PutItem/);
    const batch = new BatchWriteCommand({
      RequestItems: { [table()]: keys.map((pk) => ({ PutRequest: { Item: { pk, sk: 'BATCH' } } })) },
    });
    await expect(worker().send(batch)).rejects.toThrow(/dynamodb:BatchWriteItem/);
  });

  it('are denied for services without a statement', async () => {
    const { asWorker, names } = fixture();
    const start = new SFNClient(asWorker).send(new StartExecutionCommand({ stateMachineArn: names.machine }));
    await expect(start).rejects.toMatchObject(denied);
    const user = new CognitoIdentityProviderClient(asWorker).send(
      new AdminGetUserCommand({ UserPoolId: names.pool, Username: 'x' }),
    );
    await expect(user).rejects.toMatchObject(denied);
  });

  it('are denied without a signature', async () => {
    const reply = await fetch(fixture().cloud.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' },
      body: '{}',
    });
    expect(reply.status).toBe(403);
  });
});

describe('IAM: a statement removed at run time', () => {
  it('stops the function that needs it until it is restored', async () => {
    const read = async () => (await fetch(`${fixture().cloud.url}/api/do/read`)).json();
    await worker().send(new PutCommand({ TableName: table(), Item: { pk: 'APP#1', sk: 'META' } }));
    expect(await read()).toMatchObject({ sk: { S: 'META' } });
    const restore = fixture().cloud.withoutStatement(statementOf('ReadOwn'));
    expect(await read()).toMatchObject({ name: 'AccessDeniedException' });
    restore();
    expect(await read()).toMatchObject({ sk: { S: 'META' } });
  });

  it('stops a state machine that may no longer invoke its function', async () => {
    const { cloud } = fixture();
    const own = cloud
      .statements()
      .find(({ statement }) => statement.Action?.includes('lambda:InvokeFunction'));
    const restore = cloud.withoutStatement(own ?? statementOf('none'));
    const { executionArn } = await startExecution(fixture(), { action: 'echo' });
    expect(await executionEnded(fixture(), executionArn)).toMatchObject({
      status: 'FAILED',
      cause: expect.stringContaining('lambda:InvokeFunction'),
    });
    restore();
  });
});

describe('SES', () => {
  const send = (FromEmailAddress: string, ConfigurationSetName?: string) =>
    new SESv2Client(fixture().asWorker).send(
      new SendEmailCommand({
        FromEmailAddress,
        ConfigurationSetName,
        Destination: { ToAddresses: ['ana@example.com'] },
        Content: {
          Simple: { Subject: { Data: 'Hello <b>' }, Body: { Text: { Data: 'See https://site.example/x.' } } },
        },
      }),
    );

  it('SES sends from the address that the role names, and from no other', async () => {
    await send('Desk <desk@example.edu>');
    await expect(send('dean@example.edu')).rejects.toThrow(/ses:SendEmail/);
    expect(fixture().cloud.mail('ana@example.com')).toMatchObject([
      { subject: 'Hello <b>', text: 'See https://site.example/x.' },
    ]);
  });

  it('SES sends with a configuration set that exists and that the role names (list_amazonsimpleemailservicev2.html)', async () => {
    const [, name = ''] =
      Object.entries(fixture().cloud.outputs).find(([path]) => path.endsWith('/Mails/Resource')) ?? [];
    await send('desk@example.edu', name);
    await expect(send('desk@example.edu', 'another')).rejects.toThrow(
      /ses:SendEmail.*configuration-set\/another/,
    );
    await expect(send('desk@example.edu', 'forgotten')).rejects.toThrow('<forgotten> does not exist');
  });
});

describe('an IAM statement', () => {
  const statement = (more: Partial<Statement>): Statement => ({
    Effect: 'Allow',
    Action: ['s3:Get*'],
    Resource: ['arn:aws:s3:::b/a?/*'],
    ...more,
  });

  interface Evaluated {
    readonly more?: Partial<Statement>;
    readonly action?: string;
    readonly path?: string;
    readonly context?: Readonly<Record<string, string>>;
  }
  const when = (Condition: Statement['Condition']) => ({ more: { Condition } });
  it.each<[string, Evaluated, boolean]>([
    ['a wildcard in the action', { path: 'a1/x/y' }, true],
    ['actions in any case', { action: 'S3:getobject' }, true],
    ['one letter for a question mark', { path: 'a12/x' }, false],
    ['another action', { action: 's3:PutObject' }, false],
    ['NotAction', { more: { Action: undefined, NotAction: ['s3:Put*'] } }, true],
    ['a condition that is met', { ...when({ StringLike: { k: ['v*'] } }), context: { k: 'value' } }, true],
    ['a condition whose key is missing', when({ StringEquals: { k: ['v'] } }), false],
    ['ForAllValues without its key', when({ 'ForAllValues:StringEquals': { k: ['v'] } }), true],
    ['a negated condition whose key is missing', when({ StringNotEquals: { k: ['v'] } }), true],
  ])(
    'is evaluated with %s',
    (_, { more = {}, action = 's3:GetObject', path = 'a1/x', context = {} }, expected) => {
      expect(applies(statement(more), action, `arn:aws:s3:::b/${path}`, context)).toBe(expected);
    },
  );
});
