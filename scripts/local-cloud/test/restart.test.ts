import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { type Fixture, fixtureAssembly, startFixture } from './fixture.ts';
import { mountDisk } from './mount-disk.ts';

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

describe('on a full disk', () => {
  const disk = folder();
  const small = mountDisk(disk, '8m');
  afterAll(() => small?.unmount());

  it.skipIf(small === undefined)(
    'nothing is acknowledged that the next start does not know (only root may mount a small disk)',
    async () => {
      const complaints: string[] = [];
      const data = join(disk, 'data');
      const first = await start(data, { log: (complaint: string) => complaints.push(complaint) });
      const acknowledged: string[] = [];
      const errors: string[] = [];
      const write = async ({ settings, names }: Fixture, pk: string) => {
        const table = DynamoDBDocumentClient.from(new DynamoDBClient({ ...settings, maxAttempts: 1 }));
        await table
          .send(new PutCommand({ TableName: names.table, Item: { pk, sk: 'one', text: 'y'.repeat(400) } }))
          .then(
            () => acknowledged.push(pk),
            ({ name }: Error) => errors.includes(name) || errors.push(name),
          );
      };
      await write(first, 'before');
      small?.fill();
      for (let n = 0; n < 20; n += 1) await write(first, `full ${n}`);
      small?.free();
      await write(first, 'after');
      await write(first, 'later');
      expect(complaints).toEqual([
        expect.stringMatching(/Nothing is saved until there is room on the disk\.$/),
        'There is room on the disk, and everything is saved again.',
      ]);
      expect(errors).toEqual(['ServiceUnavailable']);
      fixtures.splice(0);
      await first.cloud.close().catch(() => undefined);

      const { settings, names } = await start(data);
      const table = DynamoDBDocumentClient.from(new DynamoDBClient(settings));
      expect(acknowledged).toEqual(expect.arrayContaining(['before', 'after', 'later']));
      for (const pk of acknowledged) {
        const { Item } = await table.send(new GetCommand({ TableName: names.table, Key: { pk, sk: 'one' } }));
        expect(Item, pk).toBeDefined();
      }
    },
  );

  it('a damaged table is not opened in silence', async () => {
    const data = folder();
    const complaints: string[] = [];
    const log = (complaint: string) => complaints.push(complaint);
    const { cloud, settings, names } = await start(data, { log });
    const table = DynamoDBDocumentClient.from(new DynamoDBClient(settings));
    for (let n = 0; n < 50; n += 1)
      await table.send(new PutCommand({ TableName: names.table, Item: { pk: `item ${n}`, sk: 'one' } }));
    expect(complaints).toEqual([]);
    fixtures.splice(0);
    await cloud.close();
    const store = join(data, 'dynamodb');
    const newest = join(
      store,
      readdirSync(store)
        .filter((name) => name.endsWith('.log'))
        .sort()
        .at(-1) ?? '',
    );
    const bytes = readFileSync(newest);
    const middle = Math.floor(bytes.length / 2);
    for (let at = middle; at < middle + 40; at += 1) bytes[at] = 255 - (bytes[at] ?? 0);
    writeFileSync(newest, bytes);
    await start(data, { log });
    expect(complaints).toEqual([
      expect.stringMatching(
        /is damaged \(.+\): \d+ bytes were dropped, and what was saved in them is missing/,
      ),
    ]);
  });

  it('a log line is lost, and neither the call that it is about nor the cloud', async () => {
    const complaints: string[] = [];
    const { data, names, settings } = await start(folder(), {
      log: (complaint: string) => complaints.push(complaint),
    });
    const file = join(data, 'logs', 'functions.jsonl');
    rmSync(file);
    mkdirSync(file); // Appending to a folder fails.
    const Payload = '{"action":"echo"}';
    const called = await new LambdaClient(settings).send(
      new InvokeCommand({ FunctionName: names.worker, Payload }),
    );
    expect(new TextDecoder().decode(called.Payload)).toBe(Payload);
    expect(complaints).toContainEqual(expect.stringContaining(`A line of ${file} is lost`));
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

  it('says in one sentence that a port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((ready) => other.once('listening', ready));
    const { port } = other.address() as { port: number };
    await expect(startFixture(folder(), { port })).rejects.toMatchObject({
      name: 'LocalCloudError',
      message: `Port ${port} is taken: choose another with --port.`,
    });
    other.close();
  });

  it('says that the data folder cannot be used', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    await expect(startFixture(join(file, 'data'))).rejects.toThrow(/^The data folder .* cannot be written/);
  });

  it('rejects a data folder that another process uses', async () => {
    const data = folder();
    await startChild(data);
    await expect(startFixture(data)).rejects.toThrow(/is in use by process \d+/);
  });

  it('says that there is no assembly', async () => {
    await expect(startFixture(folder(), { assembly: folder() })).rejects.toThrow(
      /^There is no cloud assembly/,
    );
  });

  it('rejects a resource or property that it does not serve, and names its path', async () => {
    const change = async (
      edit: (resources: Record<string, { Type: string; Properties: Record<string, unknown> }>) => void,
    ) => {
      const assembly = folder();
      cpSync(await fixtureAssembly(), assembly, { recursive: true });
      const file = join(assembly, 'Data.template.json');
      const template = JSON.parse(readFileSync(file, 'utf8'));
      edit(template.Resources);
      chmodSync(file, 0o600);
      writeFileSync(file, JSON.stringify(template));
      return startFixture(folder(), { assembly });
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
