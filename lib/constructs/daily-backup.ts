import { ArnFormat, Duration, Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  CfnRestoreTestingPlan,
  CfnRestoreTestingSelection,
  type IBackupVault,
} from 'aws-cdk-lib/aws-backup';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Schedule } from 'aws-cdk-lib/aws-events';
import {
  AccountPrincipal,
  ManagedPolicy,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { accept } from '../checks/reviewed-checks.ts';
import type { Deployment } from '../config/index.ts';

export interface DailyBackupProps {
  readonly settings: Deployment['backup'];
  readonly name: string | undefined;
  readonly tables: readonly string[];
  readonly buckets: readonly string[];
}

/**
 * Daily backups in a vault with a lock. Its policy denies every deletion, and the lock keeps each backup
 * until its retention ends. docs/backup-and-restore.md#vault-lock says who can still delete
 * backups.
 */
export class DailyBackup extends Construct {
  readonly vault: BackupVault;
  readonly #copyTo: string | undefined;

  constructor(scope: Construct, id: string, { settings, name, tables, buckets }: DailyBackupProps) {
    super(scope, id);
    const retention = Duration.days(settings.retentionDays);
    this.#copyTo = settings.copyTo;
    const key = this.#key();
    this.vault = new BackupVault(this, 'Vault', {
      ...(name && { backupVaultName: name }),
      encryptionKey: key,
      blockRecoveryPointDeletion: true,
      lockConfiguration: { minRetention: retention },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const copies = settings.copyTo ? [BackupVault.fromBackupVaultArn(this, 'Copies', settings.copyTo)] : [];
    const plan = this.#plan(retention, copies);
    plan.addSelection('Data', {
      resources: [...tables, ...buckets].map((arn) => BackupResource.fromArn(arn)),
      role: roleOfBackup(this, [
        'service-role/AWSBackupServiceRolePolicyForBackup',
        'AWSBackupServiceRolePolicyForS3Backup',
      ]),
      disableDefaultBackupPolicy: true,
    });
    this.#restoreTest(tables, settings.retentionDays);
  }

  /** Metrics of backup, copy and restore jobs that failed. */
  failures(options: { readonly period: Duration; readonly statistic: string }): readonly IMetric[] {
    const names = [
      'NumberOfBackupJobsFailed',
      'NumberOfBackupJobsExpired',
      'NumberOfRestoreJobsFailed',
      ...(this.#copyTo ? ['NumberOfCopyJobsFailed'] : []),
    ];
    const dimensionsMap = { BackupVaultName: this.vault.backupVaultName };
    return names.map(
      (metricName) => new Metric({ namespace: 'AWS/Backup', metricName, dimensionsMap, ...options }),
    );
  }

  #plan(deleteAfter: Duration, copies: readonly IBackupVault[]) {
    const plan = new BackupPlan(this, 'Plan', { backupVault: this.vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'Daily',
        scheduleExpression: Schedule.cron({ minute: '30', hour: '7' }),
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(12),
        deleteAfter,
        copyActions: copies.map((destinationBackupVault) => ({ destinationBackupVault, deleteAfter })),
      }),
    );
    return plan;
  }

  /**
   * Restores the newest backup of each table every month, and deletes the result a day later. Documents are
   * not restored: at a season's size that would cost more than all backups.
   */
  #restoreTest(tables: readonly string[], selectionWindowDays: number) {
    const scope = new Construct(this, 'RestoreTest');
    const plan = new CfnRestoreTestingPlan(scope, 'Plan', {
      restoreTestingPlanName: Names.uniqueResourceName(scope, { maxLength: 50 }),
      scheduleExpression: 'cron(0 9 1 * ? *)',
      recoveryPointSelection: {
        algorithm: 'LATEST_WITHIN_WINDOW',
        includeVaults: [this.vault.backupVaultArn],
        recoveryPointTypes: ['SNAPSHOT'],
        selectionWindowDays,
      },
    });
    new CfnRestoreTestingSelection(scope, 'Tables', {
      restoreTestingPlanName: plan.ref,
      restoreTestingSelectionName: 'Tables',
      protectedResourceType: 'DynamoDB',
      protectedResourceArns: [...tables],
      iamRoleArn: roleOfBackup(scope, ['service-role/AWSBackupServiceRolePolicyForRestores']).roleArn,
      validationWindowHours: 24,
    });
  }

  /** A separate key: a backup under an AWS managed key cannot be copied to another account. */
  #key() {
    const key = new Key(this, 'Key', {
      description: 'Encrypts the backups of applications, documents and the list of users',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const account = this.#placeOfCopies()?.account;
    if (account === undefined || account === Stack.of(this).account) return key;
    for (const statement of sharedWith(account)) key.addToResourcePolicy(statement);
    return key;
  }

  #placeOfCopies() {
    if (this.#copyTo === undefined) return undefined;
    return Stack.of(this).splitArn(this.#copyTo, ArnFormat.COLON_RESOURCE_NAME);
  }
}

const sharedWith = (account: string) => [
  new PolicyStatement({
    sid: 'CopyBackups',
    principals: [new AccountPrincipal(account)],
    actions: ['kms:Decrypt', 'kms:DescribeKey'],
    resources: ['*'],
  }),
  new PolicyStatement({
    sid: 'CopyBackupsByGrant',
    principals: [new AccountPrincipal(account)],
    actions: ['kms:CreateGrant'],
    resources: ['*'],
    conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
  }),
];

/** A role that AWS Backup assumes, with policies that AWS keeps up to date with what the service needs. */
function roleOfBackup(scope: Construct, policies: readonly string[]): Role {
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    managedPolicies: policies.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
  });
  accept(role, /IAM4/, 'Only AWS Backup assumes the role, and its policies change with the service');
  return role;
}
