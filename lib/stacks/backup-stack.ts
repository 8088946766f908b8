import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { type Deployment, vaultName } from '../config/index.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { DailyBackup } from '../constructs/daily-backup.ts';
import type { DataStack, DeploymentProps } from './data-stack.ts';

/**
 * Second copies of what applicants entrust to the product. They are in a stack of their own, so that nothing
 * that fails here rolls the data stack back.
 */
export class BackupStack extends Stack {
  readonly userExport: AppFunction;
  /** Undefined where data need not survive: a vault with backups would keep a trial from being deleted. */
  readonly daily: DailyBackup | undefined;

  constructor(scope: Construct, id: string, { deployment, data, ...props }: DeploymentProps) {
    super(scope, id, props);
    this.userExport = this.#userExport(data);
    if (deployment.removal === 'destroy') return;
    this.daily = this.#daily(deployment, data);
    new CfnOutput(this, 'BackupVaultName', { value: this.daily.vault.backupVaultName });
  }

  #daily(deployment: Deployment, data: DataStack) {
    return new DailyBackup(this, 'Daily', {
      settings: deployment.backup,
      name: vaultName(deployment),
      tables: [data.table.tableArn, data.auditTable.tableArn],
      buckets: [data.documents.bucketArn, data.userExports.bucketArn],
    });
  }

  /** AWS Backup cannot read a user pool, so a function lists its users before the backup of the day. */
  #userExport({ accounts, userExports }: DataStack) {
    const userExport = new AppFunction(this, 'UserExport', {
      bundle: 'user-export',
      description: 'Lists all users in a file each day',
      environment: {
        USER_POOL_ID: accounts.pool.userPoolId,
        USER_EXPORTS_BUCKET: userExports.bucketName,
      },
      // It cannot read what it wrote.
      grants: [
        { sid: 'ListUsers', actions: ['cognito-idp:ListUsers'], resources: [accounts.pool.userPoolArn] },
        { sid: 'WriteExport', actions: ['s3:PutObject'], resources: [`${userExports.bucketArn}/users/*`] },
      ],
      timeout: Duration.minutes(15), // 60 users a call: about 200,000
      retryAttempts: 2,
    });
    new Rule(this, 'UserExportTime', {
      description: 'Once a day, half an hour before the backup',
      schedule: Schedule.cron({ minute: '0', hour: '7' }),
      targets: [new LambdaFunction(userExport.function)],
    });
    return userExport;
  }
}
