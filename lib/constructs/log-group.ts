import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, type LogGroupProps, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** Log lines contain no applicant data and are deleted after three months in every deployment. */
export const logGroup = (
  scope: Construct,
  id: string,
  props: Pick<LogGroupProps, 'logGroupName' | 'dataProtectionPolicy'> = {},
) =>
  new LogGroup(scope, id, {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
    ...props,
  });
