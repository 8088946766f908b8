import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { AppFunction } from '../constructs/app-function.ts';
import { canaryGrants } from '../grants/canary.ts';
import type { ApiStack } from './api-stack.ts';
import type { WebStack } from './web-stack.ts';

export interface CanaryStackProps extends StackProps {
  /** The address of the account that it logs in with. */
  readonly user: string;
  readonly api: ApiStack;
  readonly web: WebStack;
}

/** Interval of the smoke test. The slowest run takes less, so two runs never share the account. */
export const canaryPeriod = Duration.minutes(15);

/** Scheduled smoke test: a function that acts like an applicant and finds failures before applicants do. */
export class CanaryStack extends Stack {
  readonly smokeTest: AppFunction;

  constructor(scope: Construct, id: string, { user, api, web, ...props }: CanaryStackProps) {
    super(scope, id, props);
    const password = new Secret(this, 'Password', {
      description: 'The password of the account that the canary logs in with; operators put it here',
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.smokeTest = new AppFunction(this, 'SmokeTest', {
      bundle: 'canary',
      description: 'Smoke test: acts like an applicant on the site',
      environment: {
        SITE_URL: web.siteUrl,
        API_URL: `https://${api.contracts.api.apiId}.execute-api.${this.region}.${this.urlSuffix}`,
        CANARY_USER: user,
        CANARY_PASSWORD_SECRET_ARN: password.secretArn,
      },
      grants: canaryGrants({ password: password.secretArn }),
      timeout: Duration.minutes(14),
      retryAttempts: 0, // a retry would run at the same time as the next scheduled test
    });
    new Rule(this, 'Time', {
      description: 'Every quarter of an hour',
      schedule: Schedule.rate(canaryPeriod),
      // A run that EventBridge cannot start in time is skipped.
      targets: [new LambdaFunction(this.smokeTest.function, { retryAttempts: 0 })],
    });
    new CfnOutput(this, 'CanaryPasswordSecret', { value: password.secretName });
  }
}
