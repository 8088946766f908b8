import { Duration, Stack } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { retentionFunction } from '../../shared/api/retention.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { retentionGrants } from '../grants/retention.ts';
import type { DeploymentProps } from './data-stack.ts';

/** Deletes stored data of applicants (docs/data-retention.md). */
export class RetentionStack extends Stack {
  /** Operators invoke it with their own credentials, by `npx matricula privacy delete`. It has no route. */
  readonly retention: AppFunction;

  constructor(scope: Construct, id: string, { deployment, data, ...props }: DeploymentProps) {
    super(scope, id, props);
    const { pool } = data.accounts;
    this.retention = new AppFunction(this, 'Retention', {
      functionName: retentionFunction(deployment.name),
      bundle: 'retention',
      description: 'Erases everything that is held about an applicant',
      environment: {
        TABLE_NAME: data.table.tableName,
        AUDIT_TABLE_NAME: data.auditTable.tableName,
        UPLOADS_BUCKET: data.uploads.bucketName,
        DOCUMENTS_BUCKET: data.documents.bucketName,
        PACKAGES_BUCKET: data.packages.bucketName,
        USER_POOL_ID: pool.userPoolId,
        PEPPER_SECRET_ARN: data.pepperSecret.secretArn,
        MAIL_FROM: deployment.mail.from,
        MAIL_CONFIGURATION_SET: data.mailEvents.configurationSetName,
      },
      grants: retentionGrants({
        table: data.table.tableArn,
        auditTable: data.auditTable.tableArn,
        uploads: data.uploads.bucketArn,
        documents: data.documents.bucketArn,
        packages: data.packages.bucketArn,
        userPool: pool.userPoolArn,
        pepperSecret: data.pepperSecret.secretArn,
        ...data.mailEvents.arns(deployment.mail.from),
      }),
      timeout: Duration.minutes(15),
      retryAttempts: 0, // the next run comes soon enough
    });
    this.#schedule(this.retention);
  }

  #schedule({ function: retention }: AppFunction) {
    new Rule(this, 'ErasureTime', {
      description: 'Every five minutes: erasures that are not finished',
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new LambdaFunction(retention, { retryAttempts: 0 })],
    });
    new Rule(this, 'RetentionTime', {
      description: 'Each night, after the backup: deletes expired data',
      schedule: Schedule.cron({ minute: '30', hour: '9' }),
      targets: [
        new LambdaFunction(retention, {
          retryAttempts: 0,
          event: RuleTargetInput.fromObject({ command: 'delete-expired' }),
        }),
      ],
    });
  }
}
