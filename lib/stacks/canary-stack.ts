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

/** How often it walks. A walk that waits for everything takes less, so two never share the account. */
export const canaryPeriod = Duration.minutes(15);

/** A function that walks through the site by the clock, as an applicant does, so that a failure shows before one meets it. */
export class CanaryStack extends Stack {
  readonly walk: AppFunction;

  constructor(scope: Construct, id: string, { user, api, web, ...props }: CanaryStackProps) {
    super(scope, id, props);
    const password = new Secret(this, 'Password', {
      description: 'The password of the account that the canary logs in with; operators put it here',
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.walk = new AppFunction(this, 'Walk', {
      bundle: 'canary',
      description: 'Walks through the site as an applicant does',
      environment: {
        SITE_URL: web.siteUrl,
        API_URL: `https://${api.contracts.api.apiId}.execute-api.${this.region}.${this.urlSuffix}`,
        CANARY_USER: user,
        CANARY_PASSWORD_SECRET_ARN: password.secretArn,
      },
      grants: canaryGrants({ password: password.secretArn }),
      timeout: Duration.minutes(14),
      retryAttempts: 0, // the next walk comes soon enough, and a second one would meet it
    });
    new Rule(this, 'Time', {
      description: 'Every quarter of an hour',
      schedule: Schedule.rate(canaryPeriod),
      // A walk that could not be delivered at its time is left out.
      targets: [new LambdaFunction(this.walk.function, { retryAttempts: 0 })],
    });
    new CfnOutput(this, 'CanaryPasswordSecret', { value: password.secretName });
  }
}
