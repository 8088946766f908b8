import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  BatchWriteItemCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  paginateScan,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { withFixture } from './fixture.ts';

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html

const fixture = withFixture();
const admin = () => new DynamoDBClient(fixture().settings);
const source = () => fixture().names.table;

const restore = (TargetTableName: string, client = admin(), SourceTableName = source()) =>
  client.send(
    new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName, UseLatestRestorableTime: true }),
  );
const status = async (TableName: string) =>
  (await admin().send(new DescribeTableCommand({ TableName }))).Table?.TableStatus;
const remove = (TableName: string) => admin().send(new DeleteTableCommand({ TableName }));

async function keysIn(TableName: string, IndexName?: string) {
  const keys: string[] = [];
  for await (const { Items = [] } of paginateScan({ client: admin() }, { TableName, IndexName }))
    keys.push(...Items.map(({ pk }) => pk?.S ?? ''));
  return keys.sort();
}

describe('a table with point-in-time recovery', () => {
  it('is restored under another name next to itself, and continues to work', async () => {
    for (let start = 0; start < 700; start += 25)
      await admin().send(
        new BatchWriteItemCommand({
          RequestItems: {
            [source()]: Array.from({ length: 25 }, (_, index) => ({
              PutRequest: {
                Item: { pk: { S: `R#${start + index}` }, sk: { S: 'ITEM' }, owner: { S: 'ada' } },
              },
            })),
          },
        }),
      );
    const before = await keysIn(source());
    const { TableDescription } = await restore('restored-1');
    expect(TableDescription?.TableStatus).toBe('CREATING');
    await expect(restore('restored-1')).rejects.toMatchObject({ name: 'TableAlreadyExistsException' });
    await eventually(async () => expect(await status('restored-1')).toBe('ACTIVE'));
    await admin().send(
      new PutItemCommand({ TableName: source(), Item: { pk: { S: 'LATER' }, sk: { S: 'ITEM' } } }),
    );
    expect(await keysIn('restored-1')).toEqual(before);
    expect(await keysIn('restored-1', 'byOwner')).toHaveLength(700);
    expect(await keysIn(source())).toEqual([...before, 'LATER'].sort());
    await remove('restored-1');
    await eventually(() => expect(status('restored-1')).rejects.toThrow('not found'));
    expect(await keysIn(source())).toHaveLength(before.length + 1);
  });

  it('says what can be restored', async () => {
    const found = await admin().send(new DescribeContinuousBackupsCommand({ TableName: source() }));
    expect(found.ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
      PointInTimeRecoveryStatus: 'ENABLED',
      LatestRestorableDateTime: expect.any(Date),
    });
  });

  it('is not restored from an unknown table, or by a role that may not', async () => {
    await expect(restore('restored-2', admin(), 'nothing')).rejects.toMatchObject({
      name: 'TableNotFoundException',
    });
    const worker = new DynamoDBClient(fixture().asWorker);
    await expect(restore('restored-2', worker)).rejects.toThrow('dynamodb:RestoreTableToPointInTime');
  });

  it('cannot be deleted itself', async () => {
    await expect(remove(source())).rejects.toMatchObject({ name: 'NotImplementedException' });
  });
});

describe('CloudFormation', () => {
  const describeStack = (StackName: string) =>
    new CloudFormationClient(fixture().settings).send(new DescribeStacksCommand({ StackName }));

  it('describes a stack of the assembly with its outputs', async () => {
    const { Stacks = [] } = await describeStack('Data');
    expect(Stacks.map(({ StackName, StackStatus }) => [StackName, StackStatus])).toEqual([
      ['Data', 'CREATE_COMPLETE'],
    ]);
  });

  it('does not know other stacks', async () => {
    await expect(describeStack('Nothing')).rejects.toMatchObject({ name: 'ValidationError' });
  });
});
