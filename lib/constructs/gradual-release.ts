import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IAlarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { AppFunction } from './app-function.ts';

export interface GradualReleaseProps {
  readonly functions: Readonly<Record<string, AppFunction>>;
  /** Besides the errors of the function itself. */
  readonly alarms?: readonly IAlarm[];
}

/** More failures than this in a minute, while a new version gets a tenth of the calls, return all calls to the old one. */
const mostFailures = 3;

/** Ends a release: it has no mail of its own, because the operators' alarms watch the same. */
export const releaseAlarm = (
  scope: Construct,
  id: string,
  {
    metric,
    description,
  }: { readonly metric: ConstructorParameters<typeof Alarm>[2]['metric']; readonly description: string },
) =>
  new Alarm(scope, id, {
    metric,
    threshold: mostFailures,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: description,
  });

export const oneMinute = { period: Duration.minutes(1), statistic: 'Sum' };

/**
 * Releases functions gradually: a new version gets a tenth of the calls for five minutes, then all. When an alarm rings
 * meanwhile, the old version gets all calls again, and CloudFormation rolls the deployment back.
 */
export class GradualRelease extends Construct {
  constructor(scope: Construct, id: string, { functions, alarms = [] }: GradualReleaseProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    for (const [name, { live }] of Object.entries(functions)) {
      const failures = releaseAlarm(this, `${name}Failures`, {
        metric: live.metricErrors(oneMinute),
        description: `A new version of ${name} fails. The release is rolled back by itself.`,
      });
      new LambdaDeploymentGroup(this, name, {
        application,
        role,
        alias: live,
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms: [...alarms, failures],
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
  }
}
