import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** Log lines live for three months, then go: they hold no applicant data, and no deployment keeps them for ever. */
export const logGroup = (scope: Construct, id: string, logGroupName?: string) =>
  new LogGroup(scope, id, {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
    ...(logGroupName && { logGroupName }),
  });
