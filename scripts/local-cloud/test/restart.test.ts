import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { changedAssembly, type Fixture, fixtureAssembly, startFixture } from './fixture.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'local-cloud-'));
const children: ChildProcess[] = [];
const fixtures: Fixture[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const { cloud } of fixtures.splice(0)) await cloud.close();
});

async function start(data: string, more = {}): Promise<Fixture> {
  const fixture = await startFixture(data, more);
  fixtures.push(fixture);
  return fixture;
}

/** Resource names are the same in every process, so this process can read them from any assembly. */
async function namesOf(): Promise<Fixture['names']> {
  const { names, cloud } = await startFixture(folder());
  await cloud.close();
  return names;
}

async function startChild(data: string) {
  await fixtureAssembly();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'restart-child.ts'), data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text))),
  );
  const { url, credentials } = JSON.parse(line);
  return { child, settings: { endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 as const } };
}

const killed = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });

describe('after kill -9', () => {
  it('every acknowledged write is kept, and no transaction is half done', async () => {
    const data = folder();
    const names = await namesOf();
    const { child, settings } = await startChild(data);
    const table = DynamoDBDocumentClient.from(new DynamoDBClient(settings));
    const s3 = new S3Client(settings);
    await s3.send(new PutObjectCommand({ Bucket: names.uploads, Key: 'kept', Body: 'bytes' }));
    const acknowledged: number[] = [];
    const write = async (n: number) => {
      const put = (sk: string) => ({ Put: { TableName: names.table, Item: { pk: `PAIR#${n}`, sk } } });
      await table.send(new TransactWriteCommand({ TransactItems: [put('left'), put('right')] }));
      acknowledged.push(n);
    };
    const writing = (async () => {
      for (let n = 0; n < 10_000; n++) await write(n);
    })().catch(() => undefined);
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(30));
    await killed(child);
    await writing;

    const { settings: later } = await start(data);
    const again = DynamoDBDocumentClient.from(new DynamoDBClient(later));
    const sides = async (n: number) => {
      const found = await again.send(
        new QueryCommand({
          TableName: names.table,
          KeyConditionExpression: 'pk = :p',
          ExpressionAttributeValues: { ':p': `PAIR#${n}` },
        }),
      );
      return found.Count;
    };
    for (const n of acknowledged) expect(await sides(n)).toBe(2);
    expect(await sides((acknowledged.at(-1) ?? 0) + 1)).not.toBe(1);
    const object = await new S3Client(later).send(
      new GetObjectCommand({ Bucket: names.uploads, Key: 'kept' }),
    );
    expect(await object.Body?.transformToString()).toBe('bytes');
  });

  it('a running execution continues from its last state', async () => {
    const data = folder();
    const names = await namesOf();
    const { child, settings } = await startChild(data);
    const input = JSON.stringify({ action: 'echo', wait: true });
    const { executionArn } = await new SFNClient(settings).send(
      new StartExecutionCommand({ stateMachineArn: names.machine, input }),
    );
    await new Promise((resume) => setTimeout(resume, 1000)); // the execution waits between its two tasks
    await killed(child);

    const { settings: later } = await start(data);
    await eventually(async () => {
      const found = await new SFNClient(later).send(new DescribeExecutionCommand({ executionArn }));
      expect(found).toMatchObject({ status: 'SUCCEEDED', output: '{"calls":1}' });
    });
  });
});

describe('starting the local cloud', () => {
  it('keeps data, secrets and keys after a restart, and deletes them on request', async () => {
    const data = folder();
    const first = await startFixture(data);
    const table = (fixture: Fixture) => DynamoDBDocumentClient.from(new DynamoDBClient(fixture.settings));
    const key = { pk: 'a', sk: 'b' };
    await table(first).send(new PutCommand({ TableName: first.names.table, Item: key }));
    await first.cloud.close();
    const second = await startFixture(data);
    expect(
      (await table(second).send(new GetCommand({ TableName: second.names.table, Key: key }))).Item,
    ).toEqual(key);
    expect(second.cloud.credentials).toEqual(first.cloud.credentials);
    await second.cloud.close();
    const third = await start(data, { reset: true });
    expect(
      (await table(third).send(new GetCommand({ TableName: third.names.table, Key: key }))).Item,
    ).toBeUndefined();
  });

  it('rejects a data folder that another process uses', async () => {
    const data = folder();
    await startChild(data);
    await expect(startFixture(data)).rejects.toThrow(/is in use by process \d+/);
  });

  it('rejects a resource or property that it does not serve, and names its path', async () => {
    const change = async (edit: Parameters<typeof changedAssembly>[0]) => {
      const assembly = await changedAssembly(edit);
      return startFixture(folder(), { assembly }).finally(() => rmSync(assembly, { recursive: true }));
    };
    const unknown = change((all) => {
      all.Odd = { Type: 'AWS::Neptune::DBCluster', Properties: {} };
    });
    await expect(unknown).rejects.toThrow(
      'Data/Odd is of type AWS::Neptune::DBCluster, which the local cloud does not serve.',
    );
    const property = change((all) => {
      for (const each of Object.values(all))
        if (each.Type === 'AWS::DynamoDB::GlobalTable') each.Properties.StreamSpecification = {};
    });
    await expect(property).rejects.toThrow(/Data\/Table\/Resource .*StreamSpecification/);
  });
});
