import { describe, expect, test } from 'vitest';
import { deployment, deploymentNamed } from '../../lib/config/index.ts';
import { cloud, cloudOf, outputs, production, type Resource } from './cloud.ts';
import { expectedPermissions } from './expected-permissions.ts';
import { nameOf, permissionsIn } from './permissions.ts';

const copyTo = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:matricula';
const { resources } = production();
const copying = () => cloud({ backup: { retentionDays: 30, copyTo } });

function only(type: string, among = resources()) {
  const [first, ...rest] = among.filter((each) => each.type === type && each.stack === 'Backup');
  expect(rest).toEqual([]);
  return first ?? expect.unreachable(type);
}

const rule = (among = resources()) =>
  only('AWS::Backup::BackupPlan', among).properties.BackupPlan.BackupPlanRule[0];
const alarm = (name: string, among = resources()) =>
  among.find(({ path }) => path === `Operations/${name}/Resource`)?.properties;

describe('backups', () => {
  test('cover the tables, the documents and the lists of users, every day', () => {
    const { BackupSelection } = only('AWS::Backup::BackupSelection').properties;
    expect(BackupSelection.Resources.map(nameOf)).toEqual([
      ...['Applications', 'AuditLog', 'Documents', 'UserExports'],
    ]);
    expect(rule()).toMatchObject({ ScheduleExpression: 'cron(30 7 * * ? *)', RuleName: 'Daily' });
  });

  test('are kept for a week unless the settings say otherwise', () => {
    expect(rule().Lifecycle).toEqual({ DeleteAfterDays: 7 });
    expect(rule(copying()).Lifecycle).toEqual({ DeleteAfterDays: 30 });
  });

  test('cannot be deleted before: the vault is locked, its policy denies it, and a deleted stack leaves it', () => {
    const vault = only('AWS::Backup::BackupVault');
    expect(vault.properties.LockConfiguration).toEqual({ MinRetentionDays: 7 });
    expect(vault.properties.AccessPolicy.Statement).toEqual([
      {
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: ['backup:DeleteRecoveryPoint', 'backup:UpdateRecoveryPointLifecycle'],
        Resource: '*',
      },
    ]);
    const key = only('AWS::KMS::Key');
    expect(key.properties.EnableKeyRotation).toBe(true);
    expect(nameOf(vault.properties.EncryptionKeyArn)).toBe('DailyKey');
    for (const each of [vault, key]) expect(each.deletionPolicy).toBe('RetainExceptOnCreate');
  });

  test('are in a vault whose name the settings may change, so that a stage can be deployed once more', () => {
    const nameWith = (vault?: string) =>
      only('AWS::Backup::BackupVault', cloud({ backup: { retentionDays: 7, ...(vault && { vault }) } }))
        .properties.BackupVaultName;
    expect(nameWith()).toMatch(/^MatriculaprodBackupDailyVault[0-9A-F]{8}$/);
    expect(nameWith('2027')).toBe('matricula-prod-2027');
  });

  test('are found by the names that the stacks print', () => {
    for (const name of ['TableName', 'DocumentsBucket', 'UserExportsBucket', 'BackupVaultName'])
      expect(outputs({})[name]?.Value, name).toBeDefined();
  });

  test('of every bucket find versions and events, without which AWS Backup makes none', () => {
    for (const name of ['Documents', 'UserExports']) {
      const bucket = resources().find(({ path }) => path === `Data/${name}/Resource`);
      expect(bucket?.properties).toMatchObject({
        VersioningConfiguration: { Status: 'Enabled' },
        NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
      });
    }
  });

  test('are made by a role that can read our data and change none', () => {
    const policy = resources().find(({ path }) => path === 'Backup/Daily/Role/DefaultPolicy/Resource');
    const statements: readonly { Action: string | string[]; Resource: unknown }[] =
      policy?.properties.PolicyDocument.Statement;
    const about = (name: string) =>
      statements
        .filter(({ Resource }) => [Resource].flat().map(nameOf).join(' ').includes(name))
        .flatMap(({ Action }) => Action);
    expect(about('Applications').length).toBeGreaterThan(3);
    expect(about('Documents').length).toBeGreaterThan(10);
    const writing = /:(Put|Delete|Update|Batch|Restore|ApplicationPdf)/;
    expect(about('Applications').filter((action) => writing.test(action))).toEqual(['dynamodb:DeleteBackup']);
    expect(about('Documents').filter((action) => writing.test(action))).toEqual([
      's3:PutBucketNotification',
      's3:PutInventoryConfiguration',
    ]);
  });

  /**
   * The actions on DynamoDB, S3, keys and vaults in AWS's policies for the role:
   * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSBackupServiceRolePolicyForBackup.html
   * (version 29)
   * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSBackupServiceRolePolicyForS3Backup.html
   * (version 5)
   */
  const actionsOfAws = [
    ...['backup:CopyFromBackupVault', 'backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'],
    ...['backup:TagResource', 'cloudwatch:GetMetricData'],
    ...[
      'dynamodb:CreateBackup',
      'dynamodb:DeleteBackup',
      'dynamodb:DescribeBackup',
      'dynamodb:DescribeTable',
    ],
    ...['dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'],
    ...['events:DeleteRule', 'events:DescribeRule', 'events:DisableRule', 'events:EnableRule'],
    ...['events:ListRules', 'events:ListTargetsByRule', 'events:PutRule', 'events:PutTargets'],
    ...['events:RemoveTargets', 'kms:CreateGrant', 'kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey'],
    ...['s3:GetBucketAcl', 's3:GetBucketLocation', 's3:GetBucketNotification', 's3:GetBucketTagging'],
    ...['s3:GetBucketVersioning', 's3:GetInventoryConfiguration', 's3:GetObject', 's3:GetObjectAcl'],
    ...['s3:GetObjectTagging', 's3:GetObjectVersion', 's3:GetObjectVersionAcl', 's3:GetObjectVersionTagging'],
    ...['s3:ListAllMyBuckets', 's3:ListBucket', 's3:ListBucketVersions', 's3:ListTagsForResource'],
    ...['s3:PutBucketNotification', 's3:PutInventoryConfiguration', 'tag:GetResources'],
  ];

  const roleStatements = (among = resources()): readonly Record<string, unknown>[] =>
    among.find(({ path }) => path === 'Backup/Daily/Role/DefaultPolicy/Resource')?.properties.PolicyDocument
      .Statement;

  test("are made by a role with every action of AWS's own policies, and no other", () => {
    const actions = roleStatements().flatMap(({ Action }) => [Action].flat());
    expect([...new Set(actions)].sort()).toEqual(actionsOfAws.sort());
  });

  test('and copies are encrypted by keys that the role may lend to AWS Backup', () => {
    const keysIn = (among: readonly Resource[], sid: string) => {
      const found = roleStatements(among).find(({ Sid }) => Sid === sid);
      return [found?.Resource].flat().map(nameOf);
    };
    for (const sid of ['FindKeysOfVaults', 'LendKeysOfVaults']) {
      expect(keysIn(resources(), sid)).toEqual(['DailyKey']);
      expect(keysIn(copying(), sid)).toEqual(['arn:aws:kms:eu-west-1:210987654321:key/*', 'DailyKey']);
    }
  });

  test('are copied to the vault of another account when the settings name it, and its account may use the key', () => {
    expect(rule().CopyActions ?? []).toEqual([]);
    expect(rule(copying()).CopyActions).toEqual([
      { DestinationBackupVaultArn: copyTo, Lifecycle: { DeleteAfterDays: 30 } },
    ]);
    const sharing = (among: readonly Resource[]) =>
      JSON.stringify(only('AWS::KMS::Key', among).properties.KeyPolicy).includes(':210987654321:root');
    expect([sharing(resources()), sharing(copying())]).toEqual([false, true]);
    expect(JSON.stringify(alarm('BackupsFail', copying()))).toContain('NumberOfCopyJobsFailed');
  });

  test('of the tables are restored each month, by a role that can write no other table', () => {
    const plan = only('AWS::Backup::RestoreTestingPlan').properties;
    expect(plan.RecoveryPointSelection).toMatchObject({
      Algorithm: 'LATEST_WITHIN_WINDOW',
      SelectionWindowDays: 7,
    });
    expect(plan.RecoveryPointSelection.IncludeVaults.map(nameOf)).toEqual(['DailyVault']);
    const selection = only('AWS::Backup::RestoreTestingSelection').properties;
    expect(selection.ProtectedResourceArns.map(nameOf)).toEqual(['Applications', 'AuditLog']);
    const writing = permissionsIn(resources())['Backup/Daily/RestoreTest']?.filter((line) =>
      line.includes('dynamodb:PutItem'),
    );
    expect(writing).toEqual([expect.stringMatching(/ on \S+:table\/awsbackup-restore-test-\*$/)]);
  });

  test('a trial has none, so that it can be deleted, but a list of its users', () => {
    const trial = cloudOf(deploymentNamed('dev')).filter(({ stack }) => stack === 'Backup');
    expect(trial.filter(({ type }) => /^AWS::(Backup|KMS)::/.test(type))).toEqual([]);
    expect(trial.filter(({ type }) => type === 'AWS::Lambda::Function')).toHaveLength(1);
  });

  test.each([
    [{ retentionDays: 0 }, 'backup.retentionDays is not positive'],
    [{ vault: 'The Vault' }, 'backup.vault is not 1 to 20 lower-case letters, digits and dashes'],
    [{ copyTo: 'arn:aws:s3:::bucket' }, 'backup.copyTo is not the ARN of a backup vault'],
  ])('with the setting %j stop the synthesis with its name', (backup, message) => {
    const settings = deploymentNamed('prod');
    expect(() => deployment({ ...settings, backup })).toThrow(message);
  });
});

describe('a deployment with restored data', () => {
  const restored = () =>
    cloud({
      restored: { table: 'restored-applications', auditTable: 'restored-log', userPool: '2027' },
    });

  test('makes no table, and a new user pool with everything that the first one has', () => {
    const [before, after] = [resources(), restored()].map((all) =>
      all
        .filter(({ stack }) => stack === 'Data')
        .map(({ path }) => path.replace('/Applicants2027', '/Applicants')),
    );
    expect(after).toEqual(before?.filter((path) => !/^Data\/(Applications|AuditLog)\/Resource$/.test(path)));
    const pool = (all: readonly Resource[]) => all.find(({ type }) => type === 'AWS::Cognito::UserPool');
    expect(pool(restored())?.properties).toEqual(pool(resources())?.properties);
    expect(pool(restored())?.id).not.toBe(pool(resources())?.id);
  });

  test('names the restored table and pool in every setting, permission, backup and alarm', () => {
    const named = (all: readonly Resource[], names: Readonly<Record<string, RegExp>>) =>
      Object.fromEntries(
        Object.entries(names).map(([name, pattern]) => [
          name,
          all.filter(({ properties }) => pattern.test(JSON.stringify(properties))).map(({ path }) => path),
        ]),
      );
    const first = {
      ...{
        table: /Applications[0-9A-F]{8}/,
        auditTable: /(?<!staff)AuditLog[0-9A-F]{8}/,
        pool: /ApplicantsPool/,
      },
    };
    const second = {
      ...{
        table: /restored-applications/,
        auditTable: /restored-log/,
        pool: /Applicants2027Pool/,
      },
    };
    const plain = (found: object) =>
      JSON.parse(JSON.stringify(found).replaceAll('Applicants2027', 'Applicants'));
    const before = named(resources(), first);
    expect(before.table?.length).toBeGreaterThan(20);
    expect(before.pool?.length).toBeGreaterThan(5);
    expect(plain(named(restored(), second))).toEqual(before);
    expect(named(restored(), first)).toEqual({ table: [], auditTable: [], pool: [] });
  });

  test('gives each role the permissions of the expected table', () => {
    const text = JSON.stringify(permissionsIn(restored()))
      .replaceAll(/arn:[^ "]*?:table\/restored-log/g, 'AuditLog')
      .replaceAll(/arn:[^ "]*?:table\/restored-applications/g, 'Applications')
      .replaceAll('Applicants2027', 'Applicants');
    expect(JSON.parse(text)).toEqual(expectedPermissions);
  });

  test.each([
    [{ table: 'a table' }, 'restored.table is not the name of a table'],
    [{ userPool: 'us-east-1_Ab' }, 'restored.userPool is not 1 to 20 letters and digits'],
  ])('%j stops the synthesis with the name of the setting', (restored, message) => {
    expect(() => deployment({ ...deploymentNamed('prod'), restored })).toThrow(message);
  });
});

describe('the list of users', () => {
  test('is written before the backup of the day, and expires with it', () => {
    const time = resources().find(({ path }) => path === 'Backup/UserExportTime/Resource');
    expect(time?.properties.ScheduleExpression).toBe('cron(0 7 * * ? *)');
    expect(nameOf(time?.properties.Targets[0].Arn)).toBe('UserExportFunction');
    const bucket = resources().find(({ path }) => path === 'Data/UserExports/Resource');
    expect(bucket?.properties.LifecycleConfiguration.Rules[0]).toEqual({
      ExpirationInDays: 7,
      Status: 'Enabled',
    });
  });
});

describe('an alarm', () => {
  test('fires when a backup failed or did not start in time', () => {
    expect(alarm('BackupsFail').Threshold).toBe(0);
    const metrics = alarm('BackupsFail').Metrics.flatMap((each: { MetricStat?: { Metric: unknown } }) =>
      each.MetricStat ? [each.MetricStat.Metric] : [],
    );
    expect(metrics.map(({ MetricName }: { MetricName: string }) => MetricName)).toEqual([
      'NumberOfBackupJobsFailed',
      'NumberOfBackupJobsExpired',
      'NumberOfRestoreJobsFailed',
    ]);
  });
});
