import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Grant } from './function-role.ts';

export interface BackupRoleProps {
  readonly tables: readonly string[];
  readonly buckets: readonly string[];
  /** ARNs of the vaults between which backups are copied. */
  readonly vaults: readonly string[];
  /** ARNs of the keys that encrypt these vaults. */
  readonly keys: readonly string[];
  readonly account: string;
  readonly partition: string;
}

/**
 * The role with which AWS Backup makes and copies backups. It has what AWS's own policies for this have, on
 * these resources only, and cannot restore:
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/security-iam-awsmanpol.html
 */
export function backupRole(scope: Construct, id: string, props: BackupRoleProps): Role {
  const role = roleOfBackup(scope, id, grants(props));
  role.addToPolicy(
    new PolicyStatement({
      sid: 'ReadWithKeysOfServices',
      actions: ['kms:Decrypt', 'kms:GenerateDataKey', 'kms:DescribeKey'],
      resources: ['*'],
      conditions: { StringLike: { 'kms:ViaService': ['dynamodb.*.amazonaws.com', 's3.*.amazonaws.com'] } },
    }),
  );
  role.addToPolicy(
    new PolicyStatement({
      sid: 'FindKeysOfVaults',
      actions: ['kms:DescribeKey'],
      resources: [...props.keys],
    }),
  );
  role.addToPolicy(
    new PolicyStatement({
      sid: 'LendKeysOfVaults',
      actions: ['kms:CreateGrant'],
      resources: [...props.keys],
      conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
    }),
  );
  return role;
}

/** The role with which AWS Backup restores a table for a test, under the names that only its tests have. */
export function restoreTestRole(
  scope: Construct,
  {
    tables,
    key,
    account,
    partition,
  }: { tables: readonly string[]; key: string; account: string; partition: string },
): Role {
  const tests = `arn:${partition}:dynamodb:*:${account}:table/awsbackup-restore-test-*`;
  const role = roleOfBackup(scope, 'Role', [
    {
      sid: 'FillTable',
      actions: [
        'dynamodb:BatchWriteItem',
        'dynamodb:DeleteItem',
        'dynamodb:DescribeTable',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:RestoreTableFromAwsBackup',
        'dynamodb:Scan',
        'dynamodb:UpdateItem',
      ],
      resources: [tests],
    },
    {
      sid: 'ReadBackup',
      actions: ['dynamodb:RestoreTableFromBackup'],
      resources: tables.map((table) => `${table}/backup/*`),
    },
    { sid: 'FindKey', actions: ['kms:DescribeKey'], resources: [key] },
  ]);
  role.addToPolicy(
    new PolicyStatement({
      sid: 'ReadWithKey',
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: [key],
      conditions: {
        StringLike: { 'kms:ViaService': ['dynamodb.*.amazonaws.com', 'backup.*.amazonaws.com'] },
      },
    }),
  );
  role.addToPolicy(
    new PolicyStatement({
      sid: 'LendKey',
      actions: ['kms:CreateGrant'],
      resources: [key],
      conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
    }),
  );
  return role;
}

function roleOfBackup(scope: Construct, id: string, grants: readonly Grant[]): Role {
  const role = new Role(scope, id, { assumedBy: new ServicePrincipal('backup.amazonaws.com') });
  for (const { sid, actions, resources } of grants)
    role.addToPolicy(new PolicyStatement({ sid, actions: [...actions], resources: [...resources] }));
  return role;
}

const grants = ({ tables, buckets, vaults, account, partition }: BackupRoleProps): readonly Grant[] => [
  {
    sid: 'BackUpTable',
    actions: [
      'dynamodb:CreateBackup',
      'dynamodb:DescribeTable',
      'dynamodb:ListTagsOfResource',
      'dynamodb:StartAwsBackupJob',
    ],
    resources: tables,
  },
  {
    sid: 'KeepBackups',
    actions: ['dynamodb:DescribeBackup', 'dynamodb:DeleteBackup'],
    resources: tables.map((table) => `${table}/backup/*`),
  },
  {
    sid: 'ListBucket',
    actions: [
      's3:GetBucketAcl',
      's3:GetBucketLocation',
      's3:GetBucketNotification',
      's3:GetBucketTagging',
      's3:GetBucketVersioning',
      's3:GetInventoryConfiguration',
      's3:ListBucket',
      's3:ListBucketVersions',
      's3:ListTagsForResource',
      's3:PutBucketNotification',
      's3:PutInventoryConfiguration',
    ],
    resources: buckets,
  },
  {
    sid: 'ReadObjects',
    actions: [
      's3:GetObject',
      's3:GetObjectAcl',
      's3:GetObjectTagging',
      's3:GetObjectVersion',
      's3:GetObjectVersionAcl',
      's3:GetObjectVersionTagging',
    ],
    resources: buckets.map((bucket) => `${bucket}/*`),
  },
  {
    sid: 'FollowChanges',
    actions: [
      'events:DeleteRule',
      'events:DescribeRule',
      'events:DisableRule',
      'events:EnableRule',
      'events:ListTargetsByRule',
      'events:PutRule',
      'events:PutTargets',
      'events:RemoveTargets',
    ],
    resources: [`arn:${partition}:events:*:${account}:rule/AwsBackupManagedRule*`],
  },
  {
    sid: 'LookAround',
    actions: ['cloudwatch:GetMetricData', 'events:ListRules', 's3:ListAllMyBuckets', 'tag:GetResources'],
    resources: ['*'],
  },
  {
    sid: 'FillVaults',
    actions: ['backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'],
    resources: vaults,
  },
  { sid: 'CopyBackups', actions: ['backup:CopyFromBackupVault'], resources: ['*'] },
  {
    sid: 'TagBackups',
    actions: ['backup:TagResource'],
    resources: [`arn:${partition}:backup:*:${account}:recovery-point:*`],
  },
];
