import { describe, expect, test } from 'vitest';
import { deployment, deploymentNamed } from '../../lib/config/index.ts';
import { cloud, cloudOf, production, type Resource } from './cloud.ts';
import { nameOf, permissionsText } from './permissions.ts';

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

  test('of every bucket find versions and events, without which AWS Backup makes none', () => {
    for (const name of ['Documents', 'UserExports']) {
      const bucket = resources().find(({ path }) => path === `Data/${name}/Resource`);
      expect(bucket?.properties).toMatchObject({
        VersioningConfiguration: { Status: 'Enabled' },
        NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
      });
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

  test('of the tables are restored each month', () => {
    const plan = only('AWS::Backup::RestoreTestingPlan').properties;
    expect(plan.RecoveryPointSelection).toMatchObject({
      Algorithm: 'LATEST_WITHIN_WINDOW',
      SelectionWindowDays: 7,
    });
    expect(plan.RecoveryPointSelection.IncludeVaults.map(nameOf)).toEqual(['DailyVault']);
    const selection = only('AWS::Backup::RestoreTestingSelection').properties;
    expect(selection.ProtectedResourceArns.map(nameOf)).toEqual(['Applications', 'AuditLog']);
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

  test('gives each role the permissions that were reviewed', async () => {
    const text = permissionsText(restored())
      .replaceAll(/arn:[^ "]*?:table\/restored-log/g, 'AuditLog')
      .replaceAll(/arn:[^ "]*?:table\/restored-applications/g, 'Applications')
      .replaceAll('Applicants2027', 'Applicants');
    await expect(text).toMatchFileSnapshot('permissions.txt');
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
