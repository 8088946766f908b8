import {
  type AttributeValue,
  DeleteItemCommand,
  DynamoDBClient,
  ListTablesCommand,
  paginateScan,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckLine } from '../../../scripts/operator/check-lines.ts';
import { placeOf } from '../../../scripts/operator/restore-test/place.ts';
import { type Confirm, runRestoreTest } from '../../../scripts/operator/restore-test/run.ts';
import { Steps } from '../../../scripts/operator/restore-test/step.ts';
import { TableRestoreTest } from '../../../scripts/operator/restore-test/table.ts';
import { newApplicant } from '../../support/applicant.ts';
import { clientSettings, s3Of } from '../../support/aws-clients.ts';
import { type AwsReplies, operatorSecretKey, withAwsStandIn } from '../../support/aws-stand-in.ts';
import { withCloud } from '../../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../../support/documents.ts';
import { runCommand } from '../../support/run-here.ts';
import { pdf } from '../../support/samples.ts';

const key = 'transcript_document';
const cloud = withCloud({ log: () => {} });
const run = (...args: readonly string[]) => runCommand('ops', 'restore-test', ...args);

const outcomes = (lines: readonly CheckLine[]) =>
  Object.fromEntries(lines.map(({ title, outcome }) => [title, outcome]));

const detailOf = (lines: readonly CheckLine[], title: string) =>
  lines.find((each) => each.title === title)?.detail;

describe('npx matricula ops restore-test on the local cloud', () => {
  const dynamodb = () => new DynamoDBClient(clientSettings(cloud()));
  const local = () => ({ data: cloud().data, port: String(cloud().port) });
  const options = () => ['--data', cloud().data, '--port', String(cloud().port)];
  const tables = async () => (await dynamodb().send(new ListTablesCommand({}))).TableNames ?? [];
  const live = () => cloud().outputs['Matricula-dev/Data/Applications/Resource'] ?? expect.unreachable();

  async function versions() {
    const Bucket = cloud().outputs['Matricula-dev/Data/Documents/Resource'];
    const s3 = s3Of(cloud());
    const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    return Versions.map(({ Key = '' }) => Key);
  }

  async function rehearse(confirm: Confirm = async () => true) {
    return runRestoreTest(await placeOf({ ...local(), stage: undefined }), {
      print: () => {},
      confirm,
      warn: () => {},
    });
  }

  beforeAll(async () => {
    const applicant = await newApplicant(cloud());
    await upload(applicant, key, 'transcript.pdf', await pdf());
    await conversionEnded(applicant, conversionOf(key));
    await applicant.call('DELETE', conversionOf(key));
    await cloud().quiet();
  });

  it('restores the table and a deleted document, finds both equal, and deletes them again', async () => {
    const before = await versions();
    const { code, out, error } = await run(...options(), '--yes');
    expect(out).toMatch(/^ok {7}Restoring the table: \S+-drill-\d{14} \(\d/m);
    const [, restored, of] =
      /Numbers of items: (\d+) items restored, (\d+) in the live table/.exec(out) ?? [];
    expect(Number(restored)).toBeGreaterThan(5);
    expect(restored).toBe(of);
    const [, equal, sampled] = /Restored items: (\d+) of (\d+) are equal/.exec(out) ?? [];
    expect(equal).toBe(sampled);
    expect(out).toMatch(/^ok {7}Restoring a document: a document that was deleted or replaced \(/m);
    expect(out).toMatch(/^ok {7}The restored document: \d{3,} bytes, the same as before \(/m);
    expect(out).toMatch(/^The table was back and counted after .+ A document was back after /m);
    expect({ code, error }).toEqual({ code: 0, error: expect.not.stringContaining('    at ') });
    expect(await tables()).toEqual([live()]);
    expect(await versions()).toEqual(before);
  });

  it('keeps what it restored unless it may delete it, and says how to', async () => {
    const lines = await rehearse(async () => false);
    const kept = detailOf(lines, 'Deleting what was restored');
    const made = (await tables()).filter((name) => name !== live());
    expect(made).toHaveLength(1);
    expect(kept).toContain(`aws dynamodb delete-table --table-name ${made[0]}`);
    expect((await versions()).filter((name) => name.startsWith('drill/'))).toHaveLength(1);
    expect(kept).toMatch(/aws s3api delete-object --bucket \S+ --key drill\/\d{14}\.pdf --version-id \S+$/);
  });

  describe('finds out that the restored table', () => {
    /** Restores the table, changes each restored item, and compares. */
    async function compareAfter(
      change: (table: string, Key: Record<string, AttributeValue>) => Promise<unknown>,
    ) {
      const place = await placeOf({ ...local(), stage: undefined });
      const table = new TableRestoreTest(place, crypto.randomUUID());
      const steps = new Steps(place.region, () => {});
      await steps.run('restore', (ask) => table.restore(ask));
      const pages = paginateScan({ client: dynamodb() }, { TableName: table.restored });
      const items: Record<string, AttributeValue>[] = [];
      for await (const { Items = [] } of pages) items.push(...Items);
      expect(items.length).toBeGreaterThan(5);
      for (const { pk = expect.unreachable(), sk = expect.unreachable() } of items)
        await change(table.restored, { pk, sk });
      await steps.run('counts', (ask) => table.compareCounts(ask));
      await steps.run('items', (ask) => table.compareItems(ask));
      await steps.run('delete', (ask) => table.delete(ask));
      return outcomes(steps.lines);
    }

    it('lacks items', async () => {
      const remove = (TableName: string, Key: Record<string, AttributeValue>) =>
        dynamodb().send(new DeleteItemCommand({ TableName, Key }));
      expect(await compareAfter(remove)).toMatchObject({ counts: 'failed', delete: 'ok' });
    });

    it('has other values', async () => {
      const spoil = (TableName: string, Key: Record<string, AttributeValue>) =>
        dynamodb().send(
          new UpdateItemCommand({
            TableName,
            Key,
            UpdateExpression: 'SET spoiled = :yes',
            ExpressionAttributeValues: { ':yes': { BOOL: true } },
          }),
        );
      expect(await compareAfter(spoil)).toMatchObject({ counts: 'ok', items: 'failed', delete: 'ok' });
    });
  });

  it('reads the list of users once there is one', async () => {
    expect(outcomes(await rehearse())['The list of users']).toBe('warning');
    await cloud().runSchedules(new Date('2026-11-22T07:00:00Z'));
    expect(outcomes(await rehearse())['The list of users']).toBe('ok');
  });
});

describe('npx matricula ops restore-test on AWS', () => {
  const { aws } = withAwsStandIn();

  const table = 'applications';
  const items = ['META', 'TABS'].map((sk) => ({ pk: { S: 'APP#1' }, sk: { S: sk } }));
  const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
  const hour = 3600;

  const stack = (StackStatus: string) => ({
    body: {
      Stacks: [
        {
          ...{ StackName: 'Matricula-prod-Data', CreationTime: '2026-11-01T00:00:00Z', StackStatus },
          Outputs: Object.entries({
            TableName: table,
            DocumentsBucket: 'documents',
            UserExportsBucket: 'user-exports',
            BackupVaultName: 'vault',
          }).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
        },
      ],
    },
  });

  const recovery = (times: object) => ({
    body: {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED', ...times },
      },
    },
  });

  const vaultWith = (
    ...points: readonly (readonly [type: string, secondsAgo: number, status?: string])[]
  ) => ({
    body: {
      RecoveryPoints: points.map(([ResourceType, age, Status = 'COMPLETED']) => ({
        ...{ ResourceType, Status, CreationDate: secondsAgo(age) },
      })),
    },
  });

  const exported = (age: number) => ({
    body: {
      IsTruncated: false,
      Contents: { Key: 'users/1.jsonl', LastModified: new Date(secondsAgo(age) * 1000).toISOString() },
    },
  });

  /** The replies of a deployment with complete backups and without uploaded documents. */
  const good = (): AwsReplies => ({
    'cloudformation:DescribeStacks': stack('UPDATE_COMPLETE'),
    'dynamodb:DescribeContinuousBackups': recovery({
      EarliestRestorableDateTime: secondsAgo(35 * 24 * hour),
      LatestRestorableDateTime: secondsAgo(290),
    }),
    'dynamodb:RestoreTableToPointInTime': { body: { TableDescription: { TableStatus: 'CREATING' } } },
    'dynamodb:DescribeTable': { body: { Table: { TableStatus: 'ACTIVE' } } },
    'dynamodb:Scan': { body: { Count: 2, ScannedCount: 2, Items: items } },
    'dynamodb:BatchGetItem': { body: { Responses: { [table]: items } } },
    'dynamodb:DeleteTable': { body: {} },
    's3:ListObjectVersions': { body: { IsTruncated: false } },
    's3:ListObjectsV2': exported(3 * hour),
    'backup:ListRecoveryPointsByBackupVault': vaultWith(['DynamoDB', 3 * hour], ['S3', 3 * hour]),
  });

  const place = () => placeOf({ stage: 'prod', data: '.local', port: '4600' });
  const rehearse = async (replies: AwsReplies) => {
    aws().asked.length = 0;
    aws().reply({ ...good(), ...replies });
    return runRestoreTest(await place(), { print: () => {}, confirm: async () => true, warn: () => {} });
  };
  /** The failed steps, each as a line with its remedy. */
  const complaints = async (replies: AwsReplies) =>
    (await rehearse(replies))
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ title, detail, remedy = '' }) => `${title}: ${detail} ${remedy}`);

  it('restores the newest state under another name, says what is lost at most, and deletes it again', async () => {
    const lines = await rehearse({});
    expect(outcomes(lines)).toEqual({
      'Backups of the table': 'ok',
      'Restoring the table': 'ok',
      'Numbers of items': 'ok',
      'Restored items': 'ok',
      'Restoring a document': 'skipped',
      'The list of users': 'ok',
      'AWS Backup': 'ok',
      'Deleting the restored table': 'ok',
    });
    expect(detailOf(lines, 'Backups of the table')).toMatch(
      /^lost at most: the last \d+ min \d+ s; any second since /,
    );
    const asked = (action: string) => JSON.parse(aws().bodies.get(action) ?? '');
    const restored = asked('dynamodb:RestoreTableToPointInTime');
    expect(restored).toEqual({
      SourceTableName: table,
      TargetTableName: expect.stringMatching(/^applications-drill-\d{14}$/),
      UseLatestRestorableTime: true,
    });
    expect(asked('dynamodb:DeleteTable')).toEqual({ TableName: restored.TargetTableName });
  });

  it.each<readonly [string, AwsReplies, RegExp]>([
    [
      'point-in-time recovery that has just begun',
      { 'dynamodb:DescribeContinuousBackups': recovery({}) },
      /^Backups of the table: there is no backup of the table yet .*deploy the data stack/,
    ],
    [
      'point-in-time recovery that was switched off meanwhile',
      {
        'dynamodb:RestoreTableToPointInTime': { error: 'PointInTimeRecoveryUnavailableException' },
      },
      /^Restoring the table: there is no backup of the table yet\. /,
    ],
    [
      'a missing permission to restore',
      { 'dynamodb:RestoreTableToPointInTime': { error: 'AccessDeniedException' } },
      /^Restoring the table: your AWS credentials may not do this: dynamodb:RestoreTableToPointInTime is denied Ask the administrator of the account for dynamodb:RestoreTableToPointInTime\./,
    ],
    [
      'a missing permission of S3',
      { 's3:ListObjectVersions': { error: 'AccessDenied', status: 403 } },
      /^Restoring a document: .*s3:ListBucketVersions is denied/,
    ],
    [
      'credentials that expire meanwhile',
      { 'dynamodb:Scan': { error: 'ExpiredTokenException' } },
      /^Numbers of items: your AWS credentials have expired Log in to AWS again/,
    ],
    [
      'a vault without a backup of the documents',
      { 'backup:ListRecoveryPointsByBackupVault': vaultWith(['DynamoDB', hour]) },
      /^AWS Backup: there is no backup of S3 in the vault yet .*docs\/runbook\.md#backups-fail/,
    ],
    [
      'a vault whose newest backup is not complete',
      {
        'backup:ListRecoveryPointsByBackupVault': vaultWith(
          ['DynamoDB', 50 * hour],
          ['DynamoDB', hour, 'PARTIAL'],
          ['S3', hour],
        ),
      },
      /^AWS Backup: the newest backup of DynamoDB in the vault is of .* 50 hours ago/,
    ],
    [
      'a list of users that is not written any more',
      { 's3:ListObjectsV2': exported(48 * hour) },
      /^The list of users: the newest list of users is of .*docs\/runbook\.md#users-not-exported/,
    ],
  ])('reports %s, with what to do', async (_, replies, expected) => {
    const found = await complaints(replies);
    expect(found[0]).toMatch(expected);
    expect(found.join(' ')).not.toContain('secret-in-message');
  });

  it('says how to delete a table that was still being restored when a step failed', async () => {
    const lines = await rehearse({ 'dynamodb:DescribeTable': { error: 'AccessDeniedException' } });
    expect(outcomes(lines)).toMatchObject({ 'Restoring the table': 'failed' });
    expect(detailOf(lines, 'Deleting the restored table')).toMatch(
      /delete it later: aws dynamodb delete-table --table-name applications-drill-\d{14}$/,
    );
  });

  it('deletes the restored table even when a comparison failed', async () => {
    await rehearse({ 'dynamodb:BatchGetItem': { body: { Responses: { [table]: [] } } } });
    expect(aws().asked).toContain('dynamodb:DeleteTable');
  });

  it.each([
    ['ROLLBACK_COMPLETE', 'Its creation failed, and there is nothing to restore.'],
    [
      'UPDATE_ROLLBACK_FAILED',
      'aws cloudformation continue-update-rollback --stack-name Matricula-prod-Data',
    ],
    ['UPDATE_IN_PROGRESS', 'Wait until the deployment has ended.'],
  ])('refuses a stack that is %s and changes nothing', async (status, words) => {
    aws().asked.length = 0;
    aws().reply({ ...good(), 'cloudformation:DescribeStacks': stack(status) });
    const { code, out, error } = await run('--stage', 'prod', '--yes');
    expect(error).toContain(`The stack Matricula-prod-Data is ${status}. `);
    expect(error).toContain(words);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(new Set(aws().asked)).toEqual(new Set(['cloudformation:DescribeStacks']));
  });

  it.each<readonly [string, string]>([
    ['ExpiredToken', 'Your AWS credentials have expired. Log in to AWS again'],
    ['ValidationError', 'There is no stack Matricula-prod-Data in us-east-1: deploy it first.'],
  ])('on %s says what to do, and no secret or stack trace', async (name, words) => {
    aws().reply({ 'cloudformation:DescribeStacks': { error: name } });
    const { code, out, error } = await run('--stage', 'prod', '--yes', '--json');
    expect(error).toContain(words);
    for (const secret of [operatorSecretKey, 'secret-in-message', '    at '])
      expect(out + error).not.toContain(secret);
    expect(code).toBe(1);
  });

  it.each([
    [['--data', '/nowhere', '--yes'], 'There is no local cloud in /nowhere'],
    [['--stage', 'nowhere', '--yes'], 'No deployment is called "nowhere". Known: dev, prod'],
    [['--stage', 'prod'], '--yes is required: the test deletes the restored table and document'],
    [['--json'], '--yes is required'],
  ])('with %j prints what is wrong', async (args, words) => {
    const { code, error } = await run(...args);
    expect(error).toContain(words);
    expect(code).toBe(1);
  });
});
